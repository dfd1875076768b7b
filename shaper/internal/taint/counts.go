package taint

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// MinRunes is the least number of characters of a value that counts; minBytes follows from it.
const (
	MinRunes = 8
	minBytes = MinRunes
)

// Counts reports whether a hidden value is searched for elsewhere. Short values with fewer
// than [MinRunes] characters do not count, nor do values without letters and digits. A part of
// [Mark], as a cut leaves it, does not count. A common word does not count, alone or in
// brackets, such as <password>, in any case.
func Counts(value []byte) bool {
	if len(value) < minBytes || len(value) < minBytes*utf8.UTFMax && utf8.RuneCount(value) < MinRunes {
		return false
	}
	if len(value) > longestCommon && isAlnum(value[0]) {
		for _, c := range value[longestCommon:] {
			if isAlnum(c) {
				return true
			}
		}
	}
	core := bytes.TrimFunc(value, isSign)
	return len(core) > 0 && !strings.Contains(Mark, string(value)) && !isCommon(core)
}

func isAlnum(c byte) bool { return c-'0' <= 9 || (c|0x20)-'a' <= 'z'-'a' }

// isSign reports whether a character is neither a letter nor a digit.
func isSign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isCommon reports whether a text is a common word of letters alone.
func isCommon(core []byte) bool {
	if len(core) > longestCommon {
		return false
	}
	for _, c := range core {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return common()[strings.ToLower(string(core))]
}

// longestCommon is the length of the longest common word.
const longestCommon = 16

// common returns the common words and placeholders of [MinRunes] letters or more.
var common = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(commonWords) {
		all[word] = true
	}
	return all
})

const commonWords = `
absolute abstract accepted accessed accessible accessories accordance according accounts
accuracy activate activated activation activity additional addresses administration
administrator administrators advanced algorithm allocated allocation alphabetical
alternative ambiguous analysis analytics anonymous anything apartment application
applications approval approved archived argument arguments assigned assignee assignment
assistant associated association asterisk attachment attachments attempts attribute
attributes authenticated authentication authorization authorized automatic automatically
available background backward balanced baseline becoming beginning behavior benchmark
birthday blacklist bootstrap boundary branches breakpoint broadcast building business
calendar callback campaign canceled cancelled capabilities capability capacity category
centimeter certificate certificates changelog changeme channels character characters
checkout checksum children citizenship classification cleartext clipboard collaborator
collection collections combined comments commercial committed committer communication
community companies comparison compatible complete completed completion component
components compressed computer condition conditions confidential configuration configured
confirmation confirmed conflict connected connection connections constant consumer
contacts contained container containers contents continue continued continuous contract
contribution contributor contributors controller conversation converted copyright
corporate corporation correction countries coverage creation credential credentials
critical currency currently customer customers customized dashboard database databases
deadline debugging december declined decrypted decryption dedicated defaults definition
delivered delivery department dependencies dependency deployed deployment deprecated
description designer destination detected developer developers development diagnostic
different direction directories directory disabled disconnected discount discussion
displayed distance distributed distribution division document documentation documents
domestic download downloaded downloads duplicate duplicated duration dynamically economics
editable education effective elements eligible employee employees employer encoding
encrypted encryption endpoint engineer engineering enterprise environment equivalent
estimated evaluation everyone everything examples exception exceptions excluded exclusive
executable executed execution existing expected experience experimental expiration
explicit exported expression extended extension external failover fallback favorite
features february federated feedback filename filesystem filtered financial finished
fixtures following footnote forbidden forwarded foundation fraction framework frequency
frontend fullname function functions generated generation generator geography geometry
governance graduate graphics greeting guardian guidance handling hardware headline
healthcare hexadecimal hierarchy highlight historical homepage horizontal hospital
hostname household identical identification identified identifier identifiers identity
immediate immutable important imported inactive included incoming incomplete incorrect
increase increment independent indicator individual industry inferred information
infrastructure inherited initialized inspection installation installed instance instances
institution instruction instructions insurance integrated integration interactive
interface interfaces intermediate internal international internet interval introduction
inventory invitation keyboard keystore landmark language languages latitude launched
leadership learning licensed lifecycle lifetime linkedin listener localhost localized
location locations lockfile longitude lowercase maintainer maintenance management
mandatory manifest manually manufacturer markdown marketing material measurement mechanism
membership merchant messages metadata microsoft middleware migration miscellaneous
moderate modification modified monitoring multiple namespace national navigation negative
neighborhood networks nickname normalized notapplicable notation notavailable notification
notifications notprovided november nullable numbered obsolete occupation official
operating operation operational operations operator optional ordinary organisation
organization organizations original outbound outgoing overflow override overview
overwritten ownership packages parallel parameter parameters parental participant
partition passphrase passport password passwordless passwords patients payments percentage
performance permanent permission permissions permitted personal personnel phonenumber
physical pipeline placeholder plaintext platform platinum policies portfolio position
positive postcode postgres postgresql potential precision preferences preferred previous
principal priority privilege privileges problems procedure processed processing processor
producer production products professional profiles programming progress prohibited
projects promoted properties property protected protection protocol provided provider
providers province published publisher purchase qualified quantity quarterly question
questions received receiver recently recipient recommended recorded recovery recurring
redacted redirect redirected reference references referral refreshed registered
registration registry rejected relation relationship relative released releases reliable
remaining rendered replaced replacement replicas repositories repository representation
representative requested requests required requirement requirements reserved resident
residential resolution resolved resource resources response responses responsible restored
restricted restriction retention retrieved returned revision rollback romantic satellite
satisfied schedule scheduled scheduler scientific searched secondary secondly secretary
sections security selected selection semantic sensitive sentence separate separated
september sequence serialized serializer services sessions settings severity shadowed
shipping shortcut signature signatures significant simplified singleton snapshot software
solution somebody something specific specification specified standard standards starting
statement statements statistics strategy streaming strength structure students subdomain
submitted subscribed subscriber subscription subsequent substring succeeded successful
successfully suggested suggestion superuser supervisor supplier supported suspended
symbolic synchronized synthetic tablespace technical technology telephone template
templates temporary terminal terminated testpassword testuser textarea threshold
throughput thumbnail thursday timeline timestamp timezone together tokenized topology
tracking traditional transaction transactions transfer transferred transient transition
translated translation transparent transport triggered truncated typescript unassigned
unauthenticated unauthorized unavailable unchanged unclassified uncommitted undefined
undetermined unencrypted unexpected unhealthy unidentified universal university unlimited
unlocked unmanaged unmodified unpublished unrecognized unrestricted unsecured unspecified
unstable unsupported untitled untracked untrusted unverified unversioned uploaded
uppercase username usernames utilities validated validation validator valuable variable
variables variation verification verified versions vertical viewport violation visibility
warnings wednesday whatever wherever whitelist wildcard withdrawn withheld workflow
workspace workstation xxxxxxxx xxxxxxxxx xxxxxxxxxx xxxxxxxxxxxx xxxxxxxxxxxxxxxx
yesterday yourpassword yoursecret yourtoken
`
