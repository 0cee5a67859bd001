import { expect, test } from 'vitest'
import { inSentence } from './in-sentence.ts'

test.each([
  ['Silo Access', 'silo access'],
  ['SSH Keys', 'SSH keys'],
  ['Floating IPs', 'floating IPs'],
  ['VPCs', 'VPCs'],
  ['Disks', 'disks'],
])('writes %s inside a sentence as %s', (title, words) => expect(inSentence(title)).toBe(words))
