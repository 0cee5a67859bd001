import { expect, test } from 'vitest'
import { DEMO_IMAGE, IMAGE_CATALOG } from './image-catalog.ts'
import { imageUrlProblem } from './image-urls.ts'
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

test('the demo image has an address of its own kind', () => {
  expect(imageUrlProblem(DEMO_IMAGE.url)).toBeNull()
  expect(imageUrlProblem('granary:other')).toMatch('https://')
  expect(imageUrlProblem('https://mirror.example/a.img')).toBeNull()
  expect(defaultUser(DEMO_IMAGE.os)).toBe(DEMO_IMAGE.defaultUser)
})
