import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from './rooms.ts'
import { refusal } from './walls.ts'

const root = resolve(import.meta.dirname, '../..')

test.each([
  ['domain/src/planted.ts', '@granary/contract/disks.ts'],
  ['domain/src/reachability/planted.ts', '../../../contract/src/disks.ts'],
  ['domain/src/planted.ts', 'fs/promises'],
  ['domain/src/planted.ts', 'node:fs/promises'],
  ['contract/src/planted.ts', 'react-dom/client'],
  ['contract/src/commands/planted.ts', '@granary/control-plane/kit/resources/kind.ts'],
  ['compute/src/planted.ts', '@granary/contract/disks.ts'],
  ['compute/src/driver.ts', './simulated/driver.ts'],
  ['compute/src/planted.ts', '../conformance/rig.ts'],
  ['compute-qemu/src/planted.ts', '@granary/compute/simulated/driver.ts'],
  ['server/src/planted.ts', '@granary/compute-qemu/qmp.ts'],
  ['image-upload/src/planted.ts', 'node:fs'],
  ['control-plane/src/kit/base/planted.ts', '../../../../server/src/settings.ts'],
  ['control-plane/src/planted.ts', '@granary/compute/simulated/driver.ts'],
  ['control-plane/src/planted.ts', 'pg'],
  ['cli/src/planted.ts', '@granary/control-plane/kit/resources/kind.ts'],
  ['server/src/planted.ts', '@granary/console/main.tsx'],
  ['server/src/planted.ts', '@granary/compute/simulated/driver.ts'],
  ['preview/src/planted.ts', '@granary/server/settings/settings.ts'],
  ['console/src/app/planted.ts', '@granary/control-plane/kit/resources/kind.ts'],
  ['console/src/ui/page/planted.ts', '@granary/contract/generated/client.ts'],
])('no room imports another against the order: %s, %s', (file, specifier) => {
  expect(refusal(file, specifier)).not.toBeNull()
})

test.each([
  ['control-plane/src/instances/planted.ts', '../disks/handlers.ts'],
  ['control-plane/src/instances/planted.ts', '@granary/control-plane/disks/handlers.ts'],
  ['control-plane/src/instances/planted.ts', '../edge/app.ts'],
  ['control-plane/src/instances/planted.ts', '../handlers.ts'],
  ['control-plane/src/scim/http/planted.ts', '../../users/handlers.ts'],
  ['control-plane/src/scim/http/deep/planted.ts', '../../../users/handlers.ts'],
  ['control-plane/src/kit/resources/planted.ts', '../../kinds/disk.ts'],
  ['control-plane/src/kit/log/planted.ts', '../sql/unlogged.ts'],
  ['control-plane/src/kinds/planted.ts', '../shared/storage/create-disk.ts'],
  ['control-plane/src/shared/storage/planted.ts', '../network/allocate.ts'],
  ['control-plane/src/shared/storage/planted.ts', '../../disks/handlers.ts'],
  ['control-plane/src/edge/planted.ts', '../dataset/load.ts'],
  ['control-plane/src/disks/planted.ts', '../database/session.ts'],
  ['control-plane/src/scim/http/planted.ts', '../../kit/resources/changes.ts'],
  ['control-plane/src/shared/storage/planted.ts', '../../database/session.ts'],
  ['console/src/ui/page/planted.ts', '../../app/frame/sidebar.tsx'],
  ['console/src/ui/planted.ts', '../api/queries.ts'],
  ['console/src/api/live/planted.ts', '../../ui/button.tsx'],
  ['console/src/app/frame/planted.ts', '../../features/disks/disk-list.tsx'],
  ['console/src/app/planted.ts', '../kinds/disk/columns.tsx'],
  ['console/src/kinds/disk/planted.ts', '../../features/disks/disk-list.tsx'],
  ['console/src/features/disks/planted.ts', '../instances/routes.ts'],
  ['console/src/features/disks/deep/er/planted.ts', '../../../instances/routes.ts'],
  ['console/src/features/disks/planted.ts', '../../router.tsx'],
])('no folder imports another against the order: %s, %s', (file, specifier) => {
  expect(refusal(file, specifier)).not.toBeNull()
})

test.each([
  ['contract/src/planted.ts', '@granary/domain/names.ts'],
  ['server/src/planted.ts', 'node:fs'],
  ['server/src/planted.ts', 'pg'],
  ['server/src/drivers.ts', '@granary/compute/simulated/driver.ts'],
  ['compute/src/simulated/serial/planted.ts', '../machines.ts'],
  ['control-plane/src/instances/planted.ts', '../kinds/disk.ts'],
  ['control-plane/src/instances/planted.ts', '../shared/storage/create-disk.ts'],
  ['control-plane/src/scim/http/planted.ts', '../users/write.ts'],
  ['control-plane/src/shared/storage/planted.ts', '../../kinds/disk.ts'],
  ['control-plane/src/edge/planted.ts', '../instances/serial-console.ts'],
  ['control-plane/src/kinds/planted.ts', '../database/session.ts'],
  ['control-plane/src/disks/planted.ts', '../kit/sql/unlogged.ts'],
  ['control-plane/src/planted.ts', './dataset/load.ts'],
  ['console/src/app/planted.ts', '@granary/contract/generated/client.ts'],
  ['console/src/features/disks/deep/planted.ts', '../../../kinds/disk/columns.tsx'],
  ['console/src/features/disks/deep/planted.ts', '../routes.ts'],
  ['console/src/features/later.ts', './disks/routes.ts'],
])('what lies below may be imported: %s, %s', (file, specifier) => {
  expect(refusal(file, specifier)).toBeNull()
})

test('lint refuses every kind of import that breaks a wall, except in tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  const source = '@granary/contract/disks.ts'
  mkdirSync(join(folder, 'domain/src'), { recursive: true })
  writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from '${root}/oxlint.config.ts'\n`)
  writeFileSync(
    join(folder, 'domain/src/planted.ts'),
    `import { disks } from '${source}'
     import type { Disk } from '${source}'
     export { disks as all } from '${source}'
     export * from '${source}'
     export const later = () => import('${source}')
     export type Other = import('${source}').Other
     export const first = (disk: Disk) => [disk, disks]`,
  )
  writeFileSync(join(folder, 'domain/src/planted.test.ts'), `import '${source}'\n`)
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=unix'], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  const lines = [...stdout.matchAll(/(\S+):(\d+):\d+: domain\/ imports no other room/g)]
  expect(lines.map(([, , line]) => Number(line)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  expect(stdout).not.toContain('planted.test.ts')
})

test('every room and every folder of the control plane has a place', () => {
  expect(globSync('*/src', { cwd: root }).map(dirname).toSorted()).toEqual(
    [...Object.keys(rooms), 'bench'].toSorted(),
  )
  const sources = join(root, 'control-plane/src')
  const folders = new Set(globSync('**/*.ts', { cwd: sources }).map(dirname))
  const layers = rooms['control-plane']!.layers!.flat()
  expect(
    [...folders].filter(
      (each) => each !== '.' && !layers.some((layer) => `${each}/`.startsWith(`${layer}/`)),
    ),
  ).toEqual([])
})
