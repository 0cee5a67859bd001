import { type DiskStateName, diskStates } from '@granary/domain/disk-states.ts'
import { type CopyState, copyStates } from '@granary/domain/snapshot-states.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/queries.ts'
import { ConfirmDialog } from '../ui/overlay/confirm.tsx'
import { ReadOnly } from '../ui/read-only.ts'
import { fireEvent, render, screen, waitFor } from '../ui/testing.ts'
import { ProjectImageActions } from './images/project-image-actions.tsx'
import { SnapshotActions } from './snapshots/snapshot-actions.tsx'
import { DiskActions } from './disks/disk-actions.tsx'

afterEach(() => vi.unstubAllGlobals())

const identity = {
  id: 'd1',
  name: 'data',
  description: '',
  timeCreated: new Date(),
  timeModified: new Date(),
}
type Disk = Parameters<typeof DiskActions>[0]['disk']
const disk = (state: DiskStateName, more: Partial<Disk> = {}): Disk => ({
  ...identity,
  projectId: 'p1',
  size: 2 ** 30,
  blockSize: 512,
  diskType: 'distributed',
  readOnly: false,
  state: { state, instance: 'i1' } as Disk['state'],
  devicePath: '/mnt/data',
  imageId: null,
  snapshotId: null,
  ...more,
})
const snapshot = (state: CopyState) => ({
  ...identity,
  projectId: 'p1',
  diskId: 'd1',
  size: 2 ** 30,
  state,
})

/** Opens the menu of a row. @returns each entry with the reason why it is disabled, or null. */
async function menuOf(actions: ReactElement, readOnly: string | null = null) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReadOnly value={readOnly}>{actions}</ReadOnly>
      <ConfirmDialog />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Row actions' }))
  const items = await screen.findAllByRole('menuitem')
  return items.map((item) => {
    const reason = document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent ?? null
    expect(item.getAttribute('aria-disabled')).toBe(reason === null ? null : 'true')
    const label = reason ? item.textContent.replace(reason, '') : item.textContent
    return [label, reason] as const
  })
}

const NOT_DELETABLE = 'Only detached or faulted disks can be deleted'
const NO_SNAPSHOT = 'Only attached or detached disks can be snapshotted'
const other = [
  ['Snapshot', NO_SNAPSHOT],
  ['Delete', NOT_DELETABLE],
]
const importing = [
  ['Snapshot', NO_SNAPSHOT],
  ['End import', null],
  ['Delete', NOT_DELETABLE],
]
const ofDisk: Record<DiskStateName, (string | null)[][]> = {
  creating: other,
  detached: [
    ['Snapshot', null],
    ['Delete', null],
  ],
  import_ready: importing,
  importing_from_url: other,
  importing_from_bulk_writes: importing,
  finalizing: other,
  maintenance: other,
  attaching: other,
  attached: [
    ['Snapshot', null],
    ['Delete', 'The disk must be detached before it can be deleted'],
  ],
  detaching: other,
  destroyed: other,
  faulted: [
    ['Snapshot', NO_SNAPSHOT],
    ['Delete', null],
  ],
}

describe('the menu of a disk', () => {
  test.each(diskStates)('that is %s', async (state) => {
    const menu = await menuOf(<DiskActions disk={disk(state)} project="shop" />)
    const before = ['Create like this', null]
    expect(menu).toEqual([['Copy ID', null], ...ofDisk[state].toSpliced(-1, 0, before)])
  })

  test('that is protected says how to lift that', async () => {
    const menu = await menuOf(
      <DiskActions disk={disk('detached', { deletionProtected: true })} project="shop" />,
    )
    expect(menu.slice(-2)).toEqual([
      ['Allow deletion', null],
      ['Delete', 'It is protected: choose "Allow deletion" first'],
    ])
  })

  test.each([
    ['read-only', { readOnly: true }, 'Read-only disks cannot be snapshotted'],
    ['local', { diskType: 'local' }, 'Local disks cannot be snapshotted'],
  ] as const)('that is %s', async (_, more, reason) => {
    const menu = await menuOf(<DiskActions disk={disk('detached', more)} project="shop" />)
    expect(menu).toContainEqual(['Snapshot', reason])
  })

  test('for a viewer', async () => {
    const menu = await menuOf(<DiskActions disk={disk('import_ready')} project="shop" />, 'You may not')
    expect(menu).toEqual([
      ['Copy ID', null],
      ['Snapshot', 'You may not'],
      ['End import', 'You may not'],
      ['Create like this', 'You may not'],
      ['Delete', 'You may not'],
    ])
  })

  test('names the snapshots that a deletion keeps', async () => {
    const items = ['monday', 'tuesday'].map((name) => ({ disk_id: 'd1', name }))
    vi.stubGlobal('fetch', async () => Response.json({ items: [...items, { disk_id: 'd2', name: 'no' }] }))
    await menuOf(<DiskActions disk={disk('detached')} project="shop" />)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete disk' })
    await waitFor(() =>
      expect(dialog.textContent).toContain(
        'Its snapshots monday and tuesday are kept, and so is everything made from them.',
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

const NO_DISK = 'Disks can only be made of snapshots that are ready or being created'
const NO_IMAGE = 'Images can only be made of snapshots that are ready or being created'
const SNAPSHOT_NOT_DELETABLE = 'Only ready or faulted snapshots can be deleted'
const ofSnapshot: Record<CopyState, [disk: string | null, image: string | null, remove: string | null]> = {
  creating: [null, null, SNAPSHOT_NOT_DELETABLE],
  ready: [null, null, null],
  faulted: [NO_DISK, NO_IMAGE, null],
  destroyed: [NO_DISK, NO_IMAGE, SNAPSHOT_NOT_DELETABLE],
}

test.each(copyStates)('the menu of a snapshot that is %s', async (state) => {
  const [ofDisks, ofImages, remove] = ofSnapshot[state]
  expect(await menuOf(<SnapshotActions snapshot={snapshot(state)} project="shop" />)).toEqual([
    ['Copy ID', null],
    ['Create disk', ofDisks],
    ['Create image', ofImages],
    ['Delete', remove],
  ])
})

const image = (state: CopyState) => ({
  ...identity,
  projectId: 'p1',
  os: 'debian',
  version: '13',
  size: 2 ** 30,
  blockSize: 512 as const,
  state,
  digest: null,
})
const NOT_OF_IMAGES = 'Disks can only be made of images that are ready or being created'

test.each([
  ['creating', null],
  ['ready', null],
  ['faulted', NOT_OF_IMAGES],
  ['destroyed', NOT_OF_IMAGES],
] as const)('the menu of an image of a project that is %s', async (state, ofDisks) => {
  const props = { image: image(state), project: 'shop', onPromote: () => undefined }
  expect(await menuOf(<ProjectImageActions {...props} promoteReason={null} />)).toEqual([
    ['Copy ID', null],
    ['Create disk', ofDisks],
    ['Promote', null],
    ['Delete', null],
  ])
})

test("disables Promote for users who may not change the silo's images", async () => {
  const props = { image: image('ready'), project: 'shop', onPromote: () => undefined }
  const menu = await menuOf(<ProjectImageActions {...props} promoteReason="You may not" />)
  expect(menu).toContainEqual(['Promote', 'You may not'])
})
