import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen, waitFor } from '../../../ui/testing.ts'
import { enteredTransitIps, TransitIps, type TransitValues } from './transit-ips.tsx'

function show(transitIps: string[] = []) {
  const sent = vi.fn()
  function Form() {
    const form = useForm<TransitValues>({
      defaultValues: { name: 'eth0', description: '', transitIps, typedTransitIp: '' },
    })
    return (
      <form onSubmit={(event) => void form.handleSubmit((values) => sent(enteredTransitIps(values)))(event)}>
        <TransitIps form={form} versions={['v4']} />
        <button type="submit">Send</button>
      </form>
    )
  }
  render(<Form />)
  return sent
}

const field = () => screen.getByRole<HTMLInputElement>('textbox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))

test('submits a typed transit IP that was not added', async () => {
  const sent = show(['10.1.0.0/16'])
  type(' 10.2.0.0/16 ')
  send()
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['10.1.0.0/16', '10.2.0.0/16']))
})

test.each([
  ['fd00:96::/64', 'IPv6 transit IP not supported by this network interface'],
  ['10.1.0.0/16', 'Transit IP already in list'],
])('refuses to submit %s and shows the error at the field', async (text, problem) => {
  const sent = show(['10.1.0.0/16'])
  type(text)
  send()
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(document.activeElement).toBe(field())
  type('10.')
  expect(screen.queryByText(problem)).toBeNull()
  expect(field().getAttribute('aria-invalid')).toBeNull()
  send()
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
  type('  ')
  send()
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['10.1.0.0/16']))
})

test('clears the field on add, so that no transit IP is sent twice', async () => {
  const sent = show()
  type('10.2.0.0/16')
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(field().value).toBe(''))
  send()
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['10.2.0.0/16']))
})
