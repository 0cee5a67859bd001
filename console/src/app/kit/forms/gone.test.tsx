import { diskList, projectView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { allQuery, apiQuery, createQueryClient, pageQuery } from '../../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { useView } from '../../../api/use-view.ts'
import { NameField } from '../../../ui/fields/text-field.tsx'
import { act, fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { BottomBarContext } from '../../../ui/page/bottom-bar.tsx'
import { renderAsPage, renderInConsole } from '../../testing.tsx'
import { Bound } from './bound.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormPage } from './form-page.tsx'
import { FormPanel } from './form-panel.tsx'
import { useEditForm } from './use-edit-form.ts'

/** The page that replaces a failed one. */
class Failure extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? 'Page not found' : this.props.children)
}

type ShellProps = { onSubmit: () => Promise<void>; onLeave: () => void }

function useShopForm() {
  const shop = useView(apiQuery(projectView, { path: { project: 'shop' } }))
  return useEditForm({ name: shop.name })
}
const nameField = ({ control }: ReturnType<typeof useShopForm>) => (
  <Bound control={control} name="name">
    {(field) => <NameField {...field} />}
  </Bound>
)

function EditPanel({ onSubmit, onLeave }: ShellProps) {
  const form = useShopForm()
  return (
    <FormPanel form={form} title="Edit project" submitLabel="Save" onSubmit={onSubmit} onDismiss={onLeave}>
      {nameField(form)}
    </FormPanel>
  )
}
function EditPage({ onSubmit, onLeave }: ShellProps) {
  const form = useShopForm()
  return (
    <BottomBarContext value={document.body}>
      <FormPage form={form} title="Edit project" submitLabel="Save" onSubmit={onSubmit} onCancel={onLeave}>
        {nameField(form)}
      </FormPage>
    </BottomBarContext>
  )
}
function CreateDialog({ onSubmit, onLeave }: ShellProps) {
  const form = useForm({ defaultValues: { name: 'shop' } })
  return (
    <FormDialog form={form} title="Create disk" submitLabel="Save" onSubmit={onSubmit} onDismiss={onLeave}>
      {nameField(form)}
    </FormDialog>
  )
}

const gone = () => refusal(404, 'ObjectNotFound', 'not found: project with name "shop"')

/** Shows a form over a list, both of a project. Returns what deletes the project. */
async function show(Shell: (props: ShellProps) => ReactNode) {
  const answers: Record<string, unknown> = {
    'GET /v1/projects/shop': { id: 'p1', name: 'shop', description: '', my_role: 'admin' },
    'GET /v1/disks': pageWith(),
  }
  answerWith(answers)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createQueryClient()
  const onSubmit = vi.fn(async () => {})
  function Page() {
    const list = useQuery(pageQuery(diskList, { query: { project: 'shop' } }))
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        {list.data && 'The list below'}
        {isOpen && <Shell onSubmit={onSubmit} onLeave={() => setOpen(false)} />}
      </>
    )
  }
  renderInConsole(
    <Failure>
      <Suspense>
        <Page />
      </Suspense>
    </Failure>,
    client,
  )
  await screen.findByText('The list below')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const remove = async () => {
    answers['GET /v1/projects/shop'] = gone
    answers['GET /v1/disks'] = gone
    await act(() => client.invalidateQueries())
  }
  return { field, remove, onSubmit, answers, client }
}

// jsdom has no layout.
Element.prototype.scrollIntoView = () => {}

const SHELLS = { 'edit panel': EditPanel, 'form page': EditPage, dialog: CreateDialog }

for (const [name, Shell] of Object.entries(SHELLS))
  test(`keeps the draft of a ${name} when its project is deleted elsewhere, and refuses to save it`, async () => {
    const { field, remove, onSubmit } = await show(Shell)
    fireEvent.change(field, { target: { value: 'my draft' } })
    await remove()
    expect(screen.queryByText('Page not found')).toBeNull()
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('The project "shop" no longer exists')
    expect(notice.textContent).toContain('You can copy your input')
    expect(field.isConnected && field.value).toBe('my draft')
    expect(field.readOnly).toBe(true)
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(save)
    await act(async () => {})
    expect(onSubmit).not.toHaveBeenCalled()
    // Without the form nothing holds the page any longer.
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Page not found')).toBeTruthy()
  })

test('names the project where a read by its ID fails', async () => {
  const { remove, answers } = await show(EditPanel)
  const byId = () => refusal(404, 'ObjectNotFound', 'not found: project with id "p1"')
  await remove()
  Object.assign(answers, { 'GET /v1/projects/shop': byId, 'GET /v1/disks': byId })
  expect((await screen.findByRole('alert')).textContent).toContain('The project "shop" no longer exists')
})

test('says that the project of the page is gone when only the choices of the form need it', async () => {
  const answers: Record<string, unknown> = { 'GET /v1/disks': pageWith() }
  answerWith(answers)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createQueryClient()
  function Create() {
    const form = useForm({ defaultValues: { name: '' } })
    const { data } = useQuery({ ...allQuery(diskList, { query: { project: 'shop' } }), throwOnError: false })
    return (
      <FormDialog form={form} title="Create" onSubmit={async () => {}} onDismiss={() => {}}>
        {data && 'Choices'}
      </FormDialog>
    )
  }
  renderAsPage(<Create />, client, '/projects/shop/create', '/projects/$project/create')
  await screen.findByText('Choices')
  answers['GET /v1/disks'] = gone
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toContain('The project "shop" no longer exists')
  // A choice that is gone can be replaced by another one.
  answers['GET /v1/disks'] = () => refusal(404, 'ObjectNotFound', 'not found: vpc with name "net"')
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('lets a form be saved when its resource is readable again', async () => {
  const { field, remove, answers, client, onSubmit } = await show(EditPanel)
  await remove()
  await screen.findByRole('alert')
  Object.assign(answers, {
    'GET /v1/projects/shop': { id: 'p1', name: 'shop', description: '', my_role: 'admin' },
    'GET /v1/disks': pageWith(),
  })
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  fireEvent.submit(field.form!)
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
})
