import { expect, test } from 'vitest'
import { defaultUser } from './image-users.ts'

test.each([
  ['debian', 'debian'],
  ['Ubuntu 26.04', 'ubuntu'],
  ['Debian GNU/Linux', 'debian'],
  ['rhel9', 'cloud-user'],
  ['windows', 'Administrator'],
  ['plan9', null],
  ['constructor', null],
  ['', null],
])('knows the first user of %s', (os, user) => {
  expect(defaultUser(os)).toBe(user)
})
