import { expect, test } from 'vitest'
import { fieldOf, lineOf, subjectOf } from './field-problems.ts'

const names = new Set(['name', 'description', 'bootSize', 'disks', 'quotas.cpus'])
const problem = (path: string) => ({ path, code: 'not_allowed' as const, message: 'Wrong' })
const fields = { bootDisk: 'name', 'bootDisk.size': 'bootSize' }

test.each([
  ['name', 'name'],
  ['quotas.cpus', 'quotas.cpus'],
  ['boot_disk.size', 'bootSize'],
  ['boot_disk.disk_backend.type', 'name'],
  ['disks[2].name', 'disks'],
  ['time', null],
  ['', null],
])('a problem at %s is shown at %s', (path, field) =>
  expect(fieldOf<Record<string, unknown>>(problem(path), names, fields)).toBe(field),
)

test.each([
  ['boot_disk.size', 'Boot disk size: Wrong'],
  ['disks[2].name', 'Disks 3 name: Wrong'],
  ['', 'Wrong'],
])('the line of a problem at "%s" is %s', (path, line) =>
  expect(lineOf(subjectOf(problem(path)), problem(path))).toBe(line),
)
