// node node.js hand|json-mask KEEP DROP FILE: keeps the paths, or drops the names with
// nulls and empties; a file that ends in l holds a document in each line.
const [how, keep, drop, path] = process.argv.slice(2);
const fs = require('fs');

// tree is what is kept: names that lead to trees, or to true.
const tree = {};
for (const path of keep.split(',').filter(Boolean)) {
  const steps = path.split('.');
  const last = steps.pop();
  let at = tree;
  for (const step of steps) at = at[step] ??= {};
  at[last] = true;
}

function pick(value, tree) {
  if (tree === true || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, tree));
  const out = {};
  for (const name in tree) if (name in value) out[name] = pick(value[name], tree[name]);
  return out;
}

const dropped = new Set(drop.split(','));
const empty = (value) => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

function prune(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(prune);
  const out = {};
  for (const name in value) {
    if (dropped.has(name)) continue;
    const member = prune(value[name]);
    if (!empty(member)) out[name] = member;
  }
  return out;
}

// grouped is what is kept as json-mask has it, which knows a parent once only.
function grouped(tree) {
  return Object.entries(tree).map(([name, below]) => (below === true ? name : `${name}(${grouped(below)})`)).join(',');
}

function shaping() {
  if (how === 'hand') return keep ? (value) => pick(value, tree) : prune;
  const mask = require('json-mask');
  const fields = grouped(tree);
  return (value) => mask(value, fields);
}

const shape = shaping();
const line = (text) => JSON.stringify(shape(JSON.parse(text))) + '\n';
const text = fs.readFileSync(path, 'utf8');
const texts = path.endsWith('l') ? text.split('\n').filter(Boolean) : [text];
process.stdout.write(texts.map(line).join(''));
