import { expect, test } from 'vitest'
import { bannedIn } from './banned-words.ts'
import { titleCased } from './sentence-case.ts'

test.each([
  ['Create instance', []],
  ['Create Instance', ['Instance']],
  ['Add SSH Key', []],
  ['Delete SSH Key', ['Key']],
  ['Private IPv4 of the NIC', []],
  ['VPCs and floating IPs', []],
  ['Sign in. Then choose a project', []],
  ['Choose Role…', ['Role']],
  ['', []],
])('%s: the capitals that do not belong are %j', (label, wrong) => {
  expect(titleCased(label)).toEqual(wrong)
})

test.each([
  ['Whoever is gone is gone from policies too.', 1],
  ['The page that somebody looks at.', 1],
  ['What is typed into a form stays.', 1],
  ['The name of the user who signed in.', 0],
  ['Deleting a user also removes them from policies.', 0],
  ['A disk is to be attached so soon as it is made.', 2],
])('%s: %i wordings that the list bans', (text, count) => {
  expect(bannedIn(text)).toHaveLength(count)
})
