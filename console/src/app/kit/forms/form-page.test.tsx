import { ipPoolList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { allQuery, createQueryClient } from '../../../api/queries.ts'
import { answerWith, pageWith } from '../../../api/testing.ts'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import { act, fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { BottomBarContext } from '../../../ui/page/bottom-bar.tsx'
import { renderInConsole } from '../../testing.tsx'
import { Bound, required } from './bound.tsx'
import { FormPage } from './form-page.tsx'
import { offerDefault } from './offer-default.ts'

afterEach(() => vi.unstubAllGlobals())

function show(send: () => Promise<unknown>) {
  const onCancel = vi.fn()
  function Page() {
    const form = useForm({ defaultValues: { name: '', diskNote: '' } })
    return (
      <FormPage
        form={form}
        title="Create machine"
        submitLabel="Create"
        fields={{ bootDisk: 'diskNote' }}
        onSubmit={send}
        onCancel={onCancel}
      >
        <Bound control={form.control} name="name" problem={required('Name')}>
          {(field) => <NameField {...field} />}
        </Bound>
        <Bound control={form.control} name="diskNote">
          {(field) => <DescriptionField {...field} />}
        </Bound>
      </FormPage>
    )
  }
  return {
    onCancel,
    history: renderInConsole(
      <BottomBarContext value={document.body}>
        <Page />
      </BottomBarContext>,
    ),
  }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }))

test('shows one problem in the footer and at its field', async () => {
  const problems = [{ path: 'boot_disk.size', code: 'out_of_range', message: 'Too small' }] as const
  show(vi.fn().mockRejectedValue(new ApiError('The disk is too small', { statusCode: 400, problems })))
  type('Name', 'web')
  submit()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The disk is too small'))
  expect(screen.getByText('Too small')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Description')))
})

test('lists several problems above the form, and focuses the first invalid field', async () => {
  const problems = [
    { path: 'boot_disk.size', code: 'out_of_range', message: 'Too small' },
    { path: 'name', code: 'too_long', message: 'Too long' },
  ] as const
  show(vi.fn().mockRejectedValue(new ApiError('Too small', { statusCode: 400, problems })))
  type('Name', 'web')
  submit()
  expect(await screen.findByText('Errors')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Boot disk size',
    'Name',
  ])
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
})

test('asks before a navigation out of a dirty page, but not at Cancel', async () => {
  const { history, onCancel } = show(async () => {})
  type('Name', 'web')
  act(() => history.push('/elsewhere'))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue editing' }))
  expect([history.location.href, field('Name').value]).toEqual(['/', 'web'])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

/** Renders a form whose default pool is known only when the pools are loaded. @returns the sent values, and the answer. */
function showPools() {
  const read = Promise.withResolvers<void>()
  const sent: object[] = []
  answerWith({
    'GET /v1/ip-pools': async () => {
      await read.promise
      return pageWith({ id: 'p1', name: 'lake' })
    },
  })
  function Page() {
    const form = useForm<{ pool: string | null }>({ defaultValues: { pool: null } })
    const pools = useQuery({ ...allQuery(ipPoolList, {}), throwOnError: false }).data
    useEffect(() => {
      if (pools) offerDefault(form, 'pool', pools[0]!.name)
    }, [form, pools])
    return (
      <FormPage
        form={form}
        title="Create machine"
        submitLabel="Create"
        onSubmit={async (values) => sent.push({ ...values, known: pools?.length })}
        onCancel={() => {}}
      >
        <Bound control={form.control} name="pool" problem={required('Pool')}>
          {({ value, error }) => <output>{error ?? value ?? 'none'}</output>}
        </Bound>
      </FormPage>
    )
  }
  renderInConsole(
    <BottomBarContext value={document.body}>
      <Page />
    </BottomBarContext>,
    createQueryClient(),
  )
  return { sent, load: () => act(async () => read.resolve()) }
}

test('waits for the choices of the form before it is sent, as they decide its defaults', async () => {
  const { sent, load } = showPools()
  const button = screen.getByRole('button', { name: 'Create' })
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(screen.queryByText('Pool is required')).toBeNull()
  // A second press must not send it twice.
  fireEvent.click(button)
  await load()
  await expect.poll(() => sent).toEqual([{ pool: 'lake', known: 1 }])
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(sent).toHaveLength(1)
})

test('waits for the choices of the form before it shows its request as text', async () => {
  const { sent, load } = showPools()
  fireEvent.click(await screen.findByRole('button', { name: 'Show as' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'granary command' }))
  await act(async () => {})
  expect(screen.queryByText('Pool is required')).toBeNull()
  await load()
  await expect.poll(() => sent).toEqual([{ pool: 'lake', known: 1 }])
})
