import { beforeEach, expect, test, vi } from 'vitest'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import SshKeyForm from './ssh-key-form.tsx'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX robin@fenwick'
const FINGERPRINT = 'SHA256:xBngREC6vzY0G9j+roeus+/TBNir1GGAOL7u2q/r68E'

const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  send.mockReset()
  vi.stubGlobal('fetch', send)
})

async function show() {
  const onAdded = vi.fn()
  renderInConsole(<SshKeyForm onDismiss={() => {}} onAdded={onAdded} />)
  await screen.findByRole('dialog', { name: 'Add SSH key' })
  return onAdded
}
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Add SSH key' }))

test('shows the fingerprint of a valid key only', async () => {
  await show()
  type('Public key', 'ssh-ed25519 AAAA')
  expect(screen.queryByText(/SHA256/)).toBeNull()
  type('Public key', `  ${KEY}\n`)
  expect(screen.getByText(FINGERPRINT)).toBeTruthy()
  expect(screen.getByText('ED25519')).toBeTruthy()
})

test('refuses a private key without sending it', async () => {
  await show()
  type('Name', 'laptop')
  type('Public key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk')
  submit()
  expect(await screen.findByText(/^This is a private key/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Public key')))
  expect(send).not.toHaveBeenCalled()
})

test('sends the key without surrounding whitespace', async () => {
  const time = '2026-11-21T10:00:00Z'
  send.mockResolvedValue(
    Response.json({ id: 'k1', name: 'laptop', time_created: time, time_modified: time }, { status: 201 }),
  )
  const onAdded = await show()
  type('Name', 'laptop')
  type('Public key', ` ${KEY}\n`)
  submit()
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith('k1'))
  expect(JSON.parse(send.mock.calls[0]![1].body as string)).toEqual({
    name: 'laptop',
    description: '',
    public_key: KEY,
  })
})
