import { expect, test } from 'vitest'
import { EXTENSIONS } from '@granary/contract/call.ts'
import { act, fireEvent, render, screen } from '../../ui/testing.ts'
import type { Bulk } from './bulk.ts'
import { BulkBar } from './bulk-bar.tsx'

const BULK: Bulk<{ id: string }> = {
  thing: ['disk', 'disks'],
  nameOf: ({ id }) => id,
  actions: [{ label: 'Delete', operation: 'disk_delete', note: '', reason: () => null }],
}

test('offers no action on a part of the list while all of it is being selected', async () => {
  const read = Promise.withResolvers<void>()
  render(
    <BulkBar
      extensions={EXTENSIONS}
      bulk={BULK}
      rows={[{ id: 'a' }]}
      rowId={({ id }) => id}
      onSelectAll={() => read.promise}
      onClear={() => {}}
    />,
  )
  const disabled = () => screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')
  fireEvent.click(screen.getByRole('button', { name: 'Select all disks of the list' }))
  expect(disabled()).toBe('true')
  await act(async () => read.resolve())
  expect(disabled()).toBeNull()
})
