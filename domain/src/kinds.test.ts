import { expect, test } from 'vitest'
import { type Kind, nameOfKind } from './kinds.ts'

test.each<[Kind, string]>([
  ['disk', 'disk'],
  ['project-image', 'image'],
  ['project-policy', 'project policy'],
  ['floating-ip', 'floating IP'],
  ['vpc-subnet', 'VPC subnet'],
  ['anti-affinity-group', 'anti-affinity group'],
])('a resource of the kind %s is called "%s"', (kind, name) => {
  expect(nameOfKind(kind)).toBe(name)
})
