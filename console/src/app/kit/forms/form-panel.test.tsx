import type { Problem } from '@granary/domain/problems.ts'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import { act, fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { renderInConsole } from '../../testing.tsx'
import { Bound, required } from './bound.tsx'
import { FormPanel } from './form-panel.tsx'

async function show(
  onSubmit: (values: { name: string; description: string }) => Promise<unknown>,
  refused?: string,
) {
  const onDismiss = vi.fn()
  function Panel() {
    const form = useForm({ defaultValues: { name: '', description: '' } })
    return (
      <FormPanel
        form={form}
        title="Create project"
        fields={{ about: 'description' }}
        onSubmit={onSubmit}
        onDismiss={onDismiss}
        refusal={refused}
      >
        <Bound control={form.control} name="name" problem={required('Name')}>
          {(field) => <NameField {...field} />}
        </Bound>
        <Bound control={form.control} name="description">
          {(field) => <DescriptionField {...field} />}
        </Bound>
      </FormPanel>
    )
  }
  const history = renderInConsole(<Panel />)
  await screen.findByRole('dialog', { name: 'Create project' })
  return { onDismiss, history }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create project' }))
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

test('shows a missing value at its field, and sends nothing', async () => {
  const send = vi.fn(async () => {})
  await show(send)
  submit()
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  expect(send).not.toHaveBeenCalled()
})

test('shows why the user may not submit it, and sends nothing', async () => {
  const send = vi.fn(async () => {})
  await show(send, 'Only collaborators can create projects')
  expect(screen.getByText('Only collaborators can create projects.')).toBeTruthy()
  expect(field('Name').readOnly).toBe(true)
  const button = screen.getByRole('button', { name: 'Create project' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  submit()
  await act(async () => {})
  expect(screen.queryByText('Name is required')).toBeNull()
  expect(send).not.toHaveBeenCalled()
})

const refusal = (message: string, problems: Problem[], errorCode = 'InvalidValue') =>
  new ApiError(message, { statusCode: 400, errorCode, problems })

test('shows a taken name on top and at its field, and keeps the draft', async () => {
  const taken = { path: 'name', code: 'already_exists', message: 'Name already exists' } as const
  await show(
    vi.fn().mockRejectedValue(refusal('Project name already exists', [taken], 'ObjectAlreadyExists')),
  )
  type('Name', 'shop')
  type('Description', 'sells')
  submit()
  expect(await screen.findByText('Project name already exists')).toBeTruthy()
  expect(screen.getByText('Name already exists')).toBeTruthy()
  expect([field('Name').value, field('Description').value]).toEqual(['shop', 'sells'])
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
})

test('recognizes a taken name by the error code of a server without problems', async () => {
  await show(vi.fn().mockRejectedValue(refusal('Project name already exists', [], 'ObjectAlreadyExists')))
  type('Name', 'shop')
  submit()
  expect(await screen.findByText('Name already exists')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
})

test('shows a problem at the field of its path, or of a part of it', async () => {
  const problems = [{ path: 'about[0].verse', code: 'not_allowed', message: 'Rhymes' }] as const
  await show(vi.fn().mockRejectedValue(refusal('It rhymes', [...problems])))
  type('Name', 'shop')
  submit()
  expect(await screen.findByText('Rhymes')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('ErrorIt rhymes')
  expect(field('Description').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field('Description')))
})

test.each(['unsupported value for "about": it rhymes', 'unable to parse JSON body: about: it rhymes'])(
  'names the label of a field on top, and not its path, for: %s',
  async (serverMessage) => {
    const problems = [{ path: 'about', code: 'not_allowed', message: 'It rhymes' }] as const
    await show(
      vi.fn().mockRejectedValue(new ApiError(serverMessage, { statusCode: 400, serverMessage, problems })),
    )
    type('Name', 'shop')
    submit()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('ErrorDescription: It rhymes'))
  },
)

test('lists several problems on top, and focuses the first invalid field', async () => {
  await show(
    vi.fn().mockRejectedValue(
      refusal('The description rhymes', [
        { path: 'about', code: 'not_allowed', message: 'Rhymes' },
        { path: 'boot_disk.size', code: 'out_of_range', message: 'Too small' },
        { path: 'name', code: 'too_long', message: 'Too long' },
      ]),
    ),
  )
  type('Name', 'shop')
  submit()
  await screen.findByText('Errors')
  expect(screen.getByText(/3 issues:/)).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Description',
    'Boot disk size: Too small',
    'Name',
  ])
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(screen.getAllByText('Too long')).toHaveLength(1)
  // Each line leads to its field.
  fireEvent.click(screen.getByRole('button', { name: 'Description' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Description')))
})

test('submits again after a failure, and clears the error', async () => {
  const send = vi.fn().mockRejectedValueOnce(new ApiError('Unknown server error', { statusCode: 500 }))
  await show(send)
  type('Name', 'shop')
  submit()
  await screen.findByText('Unknown server error')
  submit()
  await waitFor(() => expect(screen.queryByText('Unknown server error')).toBeNull())
  expect(send.mock.calls.map(([values]) => values)).toEqual(Array(2).fill({ name: 'shop', description: '' }))
})

test('leaves an untouched form at Escape at once', async () => {
  const { onDismiss } = await show(async () => {})
  escape()
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

test('asks at Escape before the draft is lost, but not at Cancel', async () => {
  const { onDismiss } = await show(async () => {})
  type('Name', 'shop')
  escape()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm navigation' })).toBeNull())
  expect(onDismiss).not.toHaveBeenCalled()
  expect(field('Name').value).toBe('shop')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

test('returns the focus to the submitting field after a failure', async () => {
  await show(vi.fn().mockRejectedValue(new ApiError('The server is away', { statusCode: 500 })))
  type('Name', 'shop')
  field('Name').focus()
  fireEvent.submit(field('Name').form!)
  // Browsers blur a disabled element; jsdom doesn't.
  field('Name').blur()
  expect(await screen.findByText('The server is away')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
})

const findQuestion = () => screen.findByRole('dialog', { name: 'Confirm navigation' })

test('asks before a navigation out of a dirty panel', async () => {
  const { history } = await show(async () => {})
  type('Name', 'shop')
  act(() => history.push('/elsewhere?a=b'))
  await findQuestion()
  expect(history.location.href).toBe('/')
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm navigation' })).toBeNull())
  expect(field('Name').value).toBe('shop')
  act(() => history.push('/elsewhere?a=b'))
  await findQuestion()
  fireEvent.click(screen.getByRole('button', { name: 'Leave form' }))
  await waitFor(() => expect(history.location.href).toBe('/elsewhere?a=b'))
})

test('leaves a clean or submitted panel without asking', async () => {
  const { history } = await show(async () => history.push('/sent'))
  history.push('/clean')
  await waitFor(() => expect(history.location.href).toBe('/clean'))
  type('Name', 'shop')
  submit()
  await waitFor(() => expect(history.location.href).toBe('/sent'))
  expect(screen.queryByRole('dialog', { name: 'Confirm navigation' })).toBeNull()
})

test('asks again when Back leads to a panel that was cancelled before the next page has loaded', async () => {
  const { history, onDismiss } = await show(async () => {})
  onDismiss.mockImplementation(() => history.push('/elsewhere'))
  type('Name', 'shop')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(history.location.href).toBe('/elsewhere'))
  act(() => history.back())
  await waitFor(() => expect(history.location.href).toBe('/'))
  act(() => history.push('/elsewhere'))
  await findQuestion()
  expect(history.location.href).toBe('/')
})
