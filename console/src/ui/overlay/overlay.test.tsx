import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../button.tsx'
import { fireEvent, render, screen, waitFor, within } from '../testing.ts'
import { Dialog } from './dialog.tsx'
import { PropertiesTable, Property } from '../page/properties-table.tsx'
import { RelevantDocs } from '../page/relevant-docs.tsx'
import { ReadOnlySidePanel, SidePanel } from './side-panel.tsx'

function Opener({ onClose = () => {} }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => {
    onClose()
    setOpen(false)
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog title="Resize instance" onClose={close} footer={<Button onPress={close}>Cancel</Button>}>
          <input aria-label="vCPUs" />
        </Dialog>
      )}
    </>
  )
}

test('names a dialog by its title, focuses its first control, and returns the focus', async () => {
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Resize instance' })
  expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'vCPUs' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('hides the page behind an open dialog, and shows it again afterwards', async () => {
  render(<Opener />)
  const page = screen.getByRole('button', { name: 'Open' }).parentElement
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  expect(page?.getAttribute('aria-hidden')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page?.hasAttribute('aria-hidden')).toBe(false))
})

test('closes a dialog by Escape and by the cross', async () => {
  const onClose = vi.fn()
  render(<Opener onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('closes the upper of two dialogs by Escape while nothing has the focus', async () => {
  const [outer, inner] = [vi.fn(), vi.fn()]
  const dialogs = (isAsking: boolean) => (
    <>
      <Dialog title="Edit disk" onClose={outer}>
        <input aria-label="Name" />
      </Dialog>
      {isAsking && (
        <Dialog title="Confirm navigation" onClose={inner}>
          <input aria-label="Reason" />
        </Dialog>
      )}
    </>
  )
  const { rerender } = render(dialogs(false))
  await screen.findByRole('dialog', { name: 'Edit disk' })
  rerender(dialogs(true))
  await screen.findByRole('dialog', { name: 'Confirm navigation' })
  ;(document.activeElement as HTMLElement).blur()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([outer, inner].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})

const failing = (errors: string[]) => (
  <SidePanel title="Create disk" errors={errors} onClose={() => {}} footer={<Button>Create disk</Button>}>
    fields
  </SidePanel>
)

test('shows one error of a panel, or counts several', async () => {
  const { rerender } = render(failing(['Disk name already exists']))
  const box = await screen.findByRole('alert')
  expect(box.textContent).toBe('ErrorDisk name already exists')
  expect(within(screen.getByRole('contentinfo')).getByText('Error')).toBeTruthy()
  rerender(failing(['one', 'two']))
  expect(screen.getByRole('alert').textContent).toBe('Errors2 issues:onetwo')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

const guarded = (asking: boolean) => (
  <SidePanel title="Edit disk" onClose={() => {}} footer={null}>
    fields
    {asking && (
      <Dialog title="Confirm navigation" onClose={() => {}}>
        lost
      </Dialog>
    )}
  </SidePanel>
)

test('hides a panel behind a dialog too', async () => {
  const { rerender } = render(guarded(false))
  await screen.findByRole('dialog', { name: 'Edit disk' })
  rerender(guarded(true))
  await screen.findByRole('dialog', { name: 'Confirm navigation' })
  expect(screen.queryByRole('dialog', { name: 'Edit disk' })).toBeNull()
})

test('closes a read-only panel by its footer too', async () => {
  const onClose = vi.fn()
  render(
    <ReadOnlySidePanel title="SSH key" subtitle="laptop" onClose={onClose}>
      rows
    </ReadOnlySidePanel>,
  )
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe('laptop')
  for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button)
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('focuses the end of a read-only panel, not its properties or its links to the docs', async () => {
  render(
    <ReadOnlySidePanel title="Image" subtitle="debian" onClose={() => {}}>
      <PropertiesTable>
        <Property label="Disks">
          <a href="/disk">disk</a>
        </Property>
      </PropertiesTable>
      <RelevantDocs links={[{ text: 'Disks', href: '/docs/storage.html' }]} />
    </ReadOnlySidePanel>,
  )
  await screen.findByRole('link', { name: 'disk' })
  expect(document.activeElement?.textContent).toBe('Close')
})

test('a press on a list that is still closing leaves the panel open, and one beside the panel closes it', async () => {
  const onClose = vi.fn()
  render(
    <>
      <div className="popup">Debian 12</div>
      <p>Beside</p>
      <SidePanel title="New disk" onClose={onClose} footer={null}>
        fields
      </SidePanel>
    </>,
  )
  await screen.findByRole('dialog', { name: 'New disk' })
  const press = (element: Element) => {
    fireEvent.pointerDown(element)
    fireEvent.click(element)
  }
  press(screen.getByText('Debian 12'))
  expect(onClose).not.toHaveBeenCalled()
  press(screen.getByText('Beside'))
  expect(onClose).toHaveBeenCalledOnce()
})
