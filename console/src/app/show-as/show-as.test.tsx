import { diskDelete, localIdpUserSetPassword, projectCreate } from '@granary/contract/generated/client.ts'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { request } from '../../api/request.ts'
import { ConfirmDialog, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { NameField } from '../../ui/fields/text-field.tsx'
import { fireEvent, screen, waitFor, within } from '../../ui/testing.ts'
import { Bound, required } from '../kit/forms/bound.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { FormPage } from '../kit/forms/form-page.tsx'
import { FormPanel } from '../kit/forms/form-panel.tsx'
import { BottomBarContext } from '../../ui/page/bottom-bar.tsx'
import { renderInConsole } from '../testing.tsx'
import { ShowAs } from './show-as.tsx'

afterEach(() => vi.unstubAllGlobals())

function forbidRequests() {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  return fetch
}
async function choose(format: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Show as' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: format }))
}
const shown = async (format: string) =>
  within(await screen.findByRole('dialog', { name: `Show as: ${format}` }))

const SHELLS = {
  panel: FormPanel,
  dialog: FormDialog,
  page: FormPage,
} as const

test.each(['panel', 'dialog', 'page'] as const)(
  'a form in a %s shows the request that it would send, and sends nothing',
  async (shell) => {
    const fetch = forbidRequests()
    const after = vi.fn()
    function Form() {
      const form = useForm({ defaultValues: { name: '', description: '' } })
      const common = {
        form,
        title: 'Create project',
        submitLabel: 'Create project',
        onSubmit: async (body: { name: string; description: string }) => {
          await Promise.resolve()
          await request(projectCreate, { body })
          after()
        },
      }
      const Shell = SHELLS[shell] as (
        props: typeof common & { onDismiss: () => void; onCancel: () => void; children: ReactNode },
      ) => ReactNode
      return (
        <Shell {...common} onDismiss={() => {}} onCancel={() => {}}>
          <Bound control={form.control} name="name" problem={required('Name')}>
            {(field) => <NameField {...field} />}
          </Bound>
        </Shell>
      )
    }
    renderInConsole(
      <BottomBarContext value={document.body}>
        <Form />
      </BottomBarContext>,
    )
    await choose('granary command')
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: /Show as/ })).toBeNull()

    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'shop' } })
    await choose('granary command')
    expect((await shown('granary command')).getByText(/^granary project create/).textContent).toBe(
      "granary project create \\\n  --name shop \\\n  --description=''",
    )
    expect(fetch).not.toHaveBeenCalled()
    expect(after).not.toHaveBeenCalled()
  },
)

test('a confirmation shows the request of its action, for Terraform a reason', async () => {
  const fetch = forbidRequests()
  renderInConsole(<ConfirmDialog footerStart={(action) => <ShowAs of={action} />} />)
  void confirmDelete('disk', 'data', () =>
    request(diskDelete, { path: { disk: 'data' }, query: { project: 'shop' } }),
  )
  // The question opens on its safe button.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await choose('HTTP request (curl)')
  const dialog = await shown('HTTP request (curl)')
  expect(dialog.getByText(/^curl/).textContent).toContain(
    `-X DELETE '${location.origin}/v1/disks/data?project=shop'`,
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Show as/ })).toBeNull())
  await choose('Terraform')
  expect((await shown('Terraform')).getByText(/This request changes one that already exists/)).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
})

test('a password is not shown', async () => {
  forbidRequests()
  const action = () =>
    request(localIdpUserSetPassword, {
      path: { userId: 'u1' },
      query: { silo: 'main' },
      body: { mode: 'password', value: 'swordfish' },
    })
  renderInConsole(<ShowAs of={action} />)
  await choose('granary command')
  const text = (await shown('granary command')).getByText(/^granary/).textContent
  expect(text).toContain('<password>')
  expect(text).not.toContain('swordfish')
})

test('only the first request is held back: later ones are sent', async () => {
  const fetch = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  renderInConsole(<ShowAs of={() => request(diskDelete, { path: { disk: 'a' } })} />)
  await choose('granary command')
  await shown('granary command')
  await request(diskDelete, { path: { disk: 'b' } })
  expect(fetch.mock.calls.map(([url]: unknown[]) => url)).toEqual(['/v1/disks/b'])
})
