import { expect, test } from 'vitest'
import { problemPath } from './problems.ts'

test.each<[(string | number)[], string]>([
  [[], ''],
  [['name'], 'name'],
  [['disks', 2, 'name'], 'disks[2].name'],
  [['boot_disk', 'disk_backend.type'], 'boot_disk.disk_backend.type'],
  [['rules', '[3].ports'], 'rules[3].ports'],
  [['boot_disk', ''], 'boot_disk'],
  [[0, 'id'], '[0].id'],
])('the path of %j is %s', (parts, path) => expect(problemPath(parts)).toBe(path))
