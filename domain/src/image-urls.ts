import { webUrlProblem } from './web-addresses.ts'

/** In place of the address of a file: the server makes the demo image itself. */
export const DEMO_IMAGE_URL = 'granary:demo-image'

/** Returns what is wrong with the address of an image, or null. */
export const imageUrlProblem = (value: string): string | null =>
  value === DEMO_IMAGE_URL ? null : webUrlProblem(value)
