import { expect, test } from 'vitest'
import { isDistinguishedName } from './distinguished-names.ts'

test.each([
  'CN=nurses,OU=Groups,DC=clinic,DC=example',
  'cn = nurses , ou = Groups',
  String.raw`CN=Smith\, Ada,OU=Groups`,
  '2.5.4.3=nurses,DC=example',
  'CN=a,O=b=c',
])('%s is a distinguished name', (text) => expect(isDistinguishedName(text)).toBe(true))

test.each([
  'nurses',
  'nurses,night',
  'CN=nurses',
  'CN=nurses,night',
  'a,CN=b',
  '',
  '=a,=b',
  String.raw`CN=a\\,b`,
])('%s is not one', (text) => expect(isDistinguishedName(text)).toBe(false))
