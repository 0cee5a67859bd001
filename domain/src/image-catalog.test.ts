import { expect, test } from 'vitest'
import { IMAGE_CATALOG } from './image-catalog.ts'
import { defaultUser } from './image-users.ts'
import { nameProblem } from './names.ts'
import { webUrlProblem } from './web-addresses.ts'

test.each(IMAGE_CATALOG.map((image) => [image.name, image] as const))('%s can be fetched', (name, image) => {
  expect(nameProblem(name)).toBeNull()
  expect(webUrlProblem(image.url)).toBeNull()
  // Without a checksum nothing would notice a damaged mirror.
  expect(image.checksum ?? image.checksumUrl).not.toBeNull()
  expect(image.checksumUrl).toMatch(/^https:/)
  // The console's SSH command takes the user from the image's OS.
  expect(defaultUser(image.os)).toBe(image.defaultUser)
})

test('names are unique', () => {
  const names = IMAGE_CATALOG.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
