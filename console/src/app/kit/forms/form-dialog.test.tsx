import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { act, fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { renderInConsole } from '../../testing.tsx'
import { Bound, required } from './bound.tsx'
import { FormDialog } from './form-dialog.tsx'

async function show(send: () => Promise<unknown>) {
  const onDismiss = vi.fn()
  const around = vi.fn((event: React.FormEvent) => event.preventDefault())
  function Form() {
    const form = useForm({ defaultValues: { word: '' } })
    return (
      <form onSubmit={around}>
        <FormDialog
          form={form}
          title="Say a word"
          submitLabel="Say"
          fields={{ words: 'word' }}
          onSubmit={send}
          onDismiss={onDismiss}
        >
          <Bound control={form.control} name="word" problem={required('Word')}>
            {(field) => <TextField {...field} label="Word" />}
          </Bound>
        </FormDialog>
      </form>
    )
  }
  const history = renderInConsole(<Form />)
  await screen.findByRole('dialog', { name: 'Say a word' })
  return { around, history, onDismiss }
}

const word = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Word' })
const say = () => fireEvent.click(screen.getByRole('button', { name: 'Say' }))

test('shows missing fields, and does not submit the form around it', async () => {
  const send = vi.fn(async () => {})
  const { around } = await show(send)
  say()
  expect(await screen.findByText('Word is required')).toBeTruthy()
  expect([send.mock.calls.length, around.mock.calls.length]).toEqual([0, 0])
})

test('shows a failure on top, and keeps the draft', async () => {
  await show(vi.fn().mockRejectedValue(new Error('No words today')))
  fireEvent.change(word(), { target: { value: 'grain' } })
  say()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No words today'))
  expect(word().value).toBe('grain')
})

test('lists several problems on top, and shows them at the fields of the dialog', async () => {
  const refusal = new ApiError('Too short', {
    statusCode: 400,
    problems: [
      { path: 'words[0]', code: 'too_short', message: 'Too short' },
      { path: 'voice', code: 'required', message: 'This field is required' },
    ],
  })
  await show(vi.fn().mockRejectedValue(refusal))
  fireEvent.change(word(), { target: { value: 'grain' } })
  say()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('2 issues:'))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Words 1',
    'Voice: This field is required',
  ])
  await waitFor(() => expect(document.activeElement).toBe(word()))
  expect(word().getAttribute('aria-invalid')).toBe('true')
})

test('asks before a navigation out of a dirty dialog, but not at Escape', async () => {
  const { history, onDismiss } = await show(async () => {})
  fireEvent.change(word(), { target: { value: 'grain' } })
  act(() => history.push('/elsewhere'))
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm navigation' })).toBeNull())
  expect([history.location.href, word().value]).toEqual(['/', 'grain'])
  fireEvent.keyDown(word(), { key: 'Escape' })
  expect(onDismiss).toHaveBeenCalledTimes(1)
})
