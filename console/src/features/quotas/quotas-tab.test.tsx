import { GiB, TiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { DataTable } from '../../ui/table/data-table.tsx'
import { render, screen, within } from '../../ui/testing.ts'
import { columns, quotaRows } from './quotas-tab.tsx'

test('groups the digits of quotas', () => {
  const rows = quotaRows({
    siloId: 's1',
    siloName: 'main',
    allocated: { cpus: 4800, memory: 2048 * GiB, storage: 96 * TiB },
    provisioned: { cpus: 173, memory: 913 * GiB, storage: 1.5 * GiB },
  })
  render(
    <DataTable label="Quotas" columns={columns} rows={rows} rowId={(row) => row.resource} error={null} />,
  )
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    )
  expect(cells).toEqual([
    ['173 vCPUs', '4,800 vCPUs', '4,627 vCPUs'],
    ['913 GiB', '2,048 GiB', '1,135 GiB'],
    ['1.5 GiB', '98,304 GiB', '98,302.5 GiB'],
  ])
})
