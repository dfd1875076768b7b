// Whether js-tiktoken counts alike: a line of JSON {name, text, tokens} each on standard
// input. It prints how many texts there were, and each of which it counts other tokens.
import { createInterface } from "node:readline";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

const tokenizer = new Tiktoken(o200k);
let texts = 0, differ = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { name, text, tokens } = JSON.parse(line);
  texts++;
  const got = tokenizer.encode(text, [], []).length;
  if (got !== tokens && differ++ < 10) console.log(`${name}: ${tokens}, by js-tiktoken ${got}`);
}
console.log(`${texts} texts, ${differ} differ`);
process.exit(differ || !texts ? 1 : 0);
