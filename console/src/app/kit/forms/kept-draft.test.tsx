import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { NameField } from '../../../ui/fields/text-field.tsx'
import { SidePanel } from '../../../ui/overlay/side-panel.tsx'
import { fireEvent, render, screen, waitFor } from '../../../ui/testing.ts'
import { currentUser } from '../../session.ts'
import { Bound } from './bound.tsx'
import { deleteDraftsOfOthers, readDraft, writeDraft } from './drafts.ts'
import { KeptDraft } from './kept-draft.tsx'

type Values = { name: string; file: File | null }

function Form() {
  const form = useForm<Values>({ defaultValues: { name: '', file: null } })
  return (
    <form>
      <KeptDraft form={form} name="Create disk" />
      <Bound control={form.control} name="name">
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="file">
        {(field) => <FileField {...field} label="File" />}
      </Bound>
    </form>
  )
}

/** Renders the form for a user. @returns a function that unmounts it. */
function show(userId = 'u1', children = <Form />) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(currentUser.queryKey, { id: userId } as never)
  return render(<QueryClientProvider client={client}>{children}</QueryClientProvider>).unmount
}

/** Unloads the page: no component is unmounted. */
function reload(unmount: () => void): void {
  const kept = Object.entries(sessionStorage)
  unmount()
  for (const [key, value] of kept) sessionStorage.setItem(key, value as string)
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const type = async (value: string) => {
  fireEvent.change(name(), { target: { value } })
  await waitFor(() => expect(Object.values(sessionStorage).join()).toContain(value))
}

beforeEach(() => sessionStorage.clear())

test('keeps a draft for its address: another one may say what the form is filled in from', async () => {
  const unmount = show()
  await type('boot')
  reload(unmount)
  history.replaceState(null, '', '?like=web')
  const other = show()
  expect(name().value).toBe('')
  other()
  history.replaceState(null, '', location.pathname)
  show()
  expect(name().value).toBe('boot')
})

test('restores the draft after the page was unloaded, and can discard it', async () => {
  const unmount = show()
  await type('boot')
  reload(unmount)
  show()
  expect(name().value).toBe('boot')
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(name().value).toBe(''))
  expect(screen.queryByText(/is back/)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('focuses the first field of a panel, not the notice above it', async () => {
  const unmount = show()
  await type('boot')
  reload(unmount)
  const wrapped = (
    <SidePanel title="Create disk" onClose={() => {}} footer={null}>
      <Form />
    </SidePanel>
  )
  show('u1', wrapped)
  await screen.findByRole('button', { name: 'Start over' })
  expect(document.activeElement).toBe(name())
})

test('keeps no draft of a form that was left or submitted', async () => {
  const unmount = show()
  await type('boot')
  unmount()
  expect(sessionStorage).toHaveLength(0)
  show()
  expect(name().value).toBe('')
})

test('does not show the draft of another user', async () => {
  const unmount = show('u1')
  await type('boot')
  reload(unmount)
  show('u2')
  expect(name().value).toBe('')
  expect(Object.values(sessionStorage).join()).not.toContain('boot')
})

test('shows the draft to the same user after another sign-in', async () => {
  const unmount = show('u1')
  await type('boot')
  reload(unmount)
  deleteDraftsOfOthers('u1')
  show('u1')
  expect(name().value).toBe('boot')
})

test('ignores an unreadable draft', () => {
  sessionStorage.setItem(`granary:draft:u1:${location.pathname}:Create disk`, '{')
  show()
  expect(name().value).toBe('')
})

test('does not keep files, which cannot be stored', () => {
  writeDraft('key', { name: 'boot', file: new File(['x'], 'x.iso') })
  expect(readDraft('key')).toEqual({ name: 'boot' })
})
