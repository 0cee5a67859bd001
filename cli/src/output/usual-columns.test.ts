import { contract, type OperationId } from '@granary/contract/contract.ts'
import { expect, test } from 'vitest'
import { itemFieldsOf, itemSchemaOf } from '../answer.ts'
import { columnsOf } from './show.ts'
import { usualColumns } from './usual-columns.ts'

const shown = (id: OperationId) =>
  usualColumns(itemSchemaOf(contract[id])?.meta()?.id, columnsOf(itemFieldsOf(contract[id]), []))

test.each([
  ['instanceList', ['name', 'run_state', 'ncpus', 'memory', 'external_ips', 'time_created', 'id']],
  ['diskList', ['name', 'state', 'size', 'disk_type', 'time_created', 'id']],
  ['instanceDiskList', ['name', 'state', 'size', 'disk_type', 'time_created', 'id']],
  ['imageList', ['name', 'os', 'version', 'size', 'time_created', 'id']],
  ['snapshotList', ['name', 'state', 'size', 'time_created', 'id']],
  ['floatingIpList', ['name', 'ip', 'instance_id', 'time_created', 'id']],
  ['currentUserSshKeyList', ['name', 'description', 'time_created', 'id']],
  ['certificateList', ['name', 'service', 'time_created', 'id']],
  ['siloList', ['name', 'identity_mode', 'discoverable', 'time_created', 'id']],
] as const)('%s shows what one can read in a terminal, and nothing that there is not', (id, columns) => {
  expect(shown(id)).toEqual(columns)
})

test('what has few fields shows all of them', () => {
  expect(shown('projectList')).toContain('description')
  expect(usualColumns(undefined, ['a', 'b'])).toEqual(['a', 'b'])
})
