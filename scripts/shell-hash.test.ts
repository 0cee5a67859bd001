import { expect, test } from 'vitest'
import { shellHash, shellOfPictures } from './shell-hash.ts'

test('the pictures of the README show the shell of today', () => {
  expect(shellHash(), 'make them anew: npm run pictures:console').toBe(shellOfPictures())
})
