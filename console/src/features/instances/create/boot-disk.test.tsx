import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { setExtensions } from '../../../api/extensions.ts'
import { currentUser } from '../../../app/session.ts'
import { act, fireEvent, render, screen, waitFor } from '../../../ui/testing.ts'
import { BootDisk } from './boot-disk.tsx'
import { useBootSources } from './boot-source.tsx'
import { initialValues, type InstanceValues } from './values.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setExtensions(undefined)
  sent.length = 0
})

const sent: string[] = []

const GiB = 2 ** 30
const imageOf = (name: string, size = 2 * GiB) => ({
  id: name,
  name,
  os: 'linux',
  version: '13',
  project_id: 'p1',
  state: 'ready',
  size,
})

function Form() {
  const form = useForm<InstanceValues>({ defaultValues: initialValues })
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => sent.push('sent'))(event)}>
      <BootDisk form={form} project="shop" sources={useBootSources('shop')} />
      <button type="submit">Create</button>
    </form>
  )
}

/** Renders the form with these project images. @returns a function that changes the list. */
async function show(
  images: object[],
  firmware: 'bios' | 'uefi' | null = null,
  disks: readonly object[] = [],
) {
  let listed = images
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/experimental/v1/compute'
      ? Response.json({ firmware })
      : Response.json({
          items: path.startsWith('/v1/images?project=') ? listed : path.startsWith('/v1/disks?') ? disks : [],
        }),
  )
  const client = createQueryClient()
  client.setQueryData(currentUser.queryKey, { id: 'u1', siloRole: 'admin' } as never)
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: createRootRoute({ component: Form }), history })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('tab', { name: 'Blank disk' })
  return (next: object[]) => {
    listed = next
    return act(() => client.invalidateQueries({ queryKey: ['imageList'] }))
  }
}

const tab = () => screen.getAllByRole('tab').find((one) => one.getAttribute('aria-selected') === 'true')
const selects = (name: string) => waitFor(() => expect(tab()?.textContent).toBe(name))
const image = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Image' }).value
const size = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Disk size (GiB)' })

test('preselects the first image of a project once it is listed', async () => {
  const list = await show([])
  await selects('Blank disk')
  await list([imageOf('debian', 12 * GiB)])
  await selects('Project images')
  await waitFor(() => expect([image(), size().value]).toEqual(['debian', '20']))
})

test('preselects none of several images', async () => {
  await show([imageOf('debian'), imageOf('alpine')])
  await selects('Project images')
  expect(image()).toBe('')
})

test('asks for a disk, and takes none by itself', async () => {
  const disk = { id: 'd', name: 'data', size: GiB, state: { state: 'detached' }, disk_type: 'distributed' }
  await show([], null, [disk])
  await selects('Existing disks')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Disk' }).value).toBe('')
})

test('clears a deleted preselected image, and keeps it when another image appears', async () => {
  const list = await show([imageOf('debian')])
  await waitFor(() => expect(image()).toBe('debian'))
  await list([imageOf('debian'), imageOf('alpine')])
  expect(image()).toBe('debian')
  await list([imageOf('alpine'), imageOf('fedora')])
  await waitFor(() => expect(image()).toBe(''))
})

test('changes nothing after the user has chosen', async () => {
  const list = await show([])
  await selects('Blank disk')
  fireEvent.change(size(), { target: { value: '33' } })
  await list([imageOf('debian')])
  expect([tab()?.textContent, size().value]).toEqual(['Blank disk', '33'])
})

test('keeps a tab that the user has chosen, also the one that was already selected', async () => {
  const list = await show([])
  await selects('Blank disk')
  fireEvent.click(screen.getByRole('tab', { name: 'Blank disk' }))
  await list([imageOf('debian')])
  expect(tab()?.textContent).toBe('Blank disk')
})

test('keeps a typed size that fits the chosen image', async () => {
  await show([imageOf('debian', 3 * GiB), imageOf('alpine')])
  await selects('Project images')
  fireEvent.change(size(), { target: { value: '5' } })
  act(() => screen.getByRole('combobox', { name: 'Image' }).focus())
  fireEvent.click(await screen.findByRole('option', { name: /debian/ }))
  expect([image(), size().value]).toEqual(['debian', '5'])
})

test('keeps the error of a missing image when other lists change', async () => {
  const list = await show([imageOf('debian'), imageOf('alpine')])
  await selects('Project images')
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Image is required')
  await list([imageOf('debian'), imageOf('alpine'), imageOf('fedora')])
  act(() => screen.getByRole('combobox', { name: 'Image' }).focus())
  await screen.findByRole('option', { name: /fedora/ })
  expect(screen.getByText('Image is required')).toBeTruthy()
})

test('asks for no image of a tab that was left', async () => {
  const list = await show([imageOf('debian')])
  await selects('Project images')
  fireEvent.click(screen.getByRole('tab', { name: 'Blank disk' }))
  await selects('Blank disk')
  await list([])
  await screen.findByText(/There are no images/)
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await expect.poll(() => sent).toEqual(['sent'])
})

test.each([
  ['bios', 'Instances boot by BIOS here, so the boot disk must support it.'],
  ['uefi', 'Instances boot by UEFI here, so the boot disk must support it.'],
] as const)('says that instances boot by %s', async (firmware, sentence) => {
  setExtensions(true)
  await show([], firmware)
  expect(await screen.findByText(sentence)).toBeDefined()
})

test('says nothing of firmware where there are no guests', async () => {
  setExtensions(true)
  await show([imageOf('debian')])
  await waitFor(() => expect(image()).toBe('debian'))
  expect(screen.queryByText(/boot by/)).toBeNull()
})
