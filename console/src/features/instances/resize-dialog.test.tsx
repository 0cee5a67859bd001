import type { InstanceState } from '@granary/domain/instance-states.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fromWire } from '../../api/casing.ts'
import { createQueryClient } from '../../api/queries.ts'
import { fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import ResizeDialog from './resize-dialog.tsx'
import { type Answers, answerWith, refusal } from '../../api/testing.ts'
import { webInstance } from './testing.tsx'
import type { Instance } from './use-instance.ts'

afterEach(() => vi.unstubAllGlobals())

const GiB = 2 ** 30
const quota = {
  capacity: { cpus: 8, memory: 16 * GiB, storage: GiB },
  provisioned: { cpus: 1, memory: GiB, storage: 0 },
}
async function open(state: InstanceState, answers: Answers = {}) {
  const all = answerWith({ 'GET /v1/utilization': quota, ...answers })
  const requests = () => all.filter(({ call }) => !call.startsWith('GET '))
  const onClose = vi.fn()
  const client = createQueryClient()
  const dialogFor = (run: InstanceState, change: object = {}) => (
    <QueryClientProvider client={client}>
      <ResizeDialog instance={fromWire(webInstance(run, change)) as Instance} onClose={onClose} />
    </QueryClientProvider>
  )
  const { rerender } = render(dialogFor(state))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resize instance' }))
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  const type = (name: string, value: string) => {
    fireEvent.change(field(name), { target: { value } })
    fireEvent.blur(field(name))
  }
  const button = dialog.getByRole('button', { name: 'Resize' })
  const become = (run: InstanceState, change: object = {}) => rerender(dialogFor(run, change))
  return { requests, onClose, dialog, field, type, button, become }
}
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

test.each(['stopped', 'failed', 'creating'] as const)('resizes an instance that is %s', async (state) => {
  const { requests, onClose, type, button, dialog } = await open(state, {
    'PUT /v1/instances/i1': webInstance(state, { ncpus: 4 }),
  })
  expect(dialog.getByText('Current (web): 2 vCPUs / 2 GiB')).toBeTruthy()
  expect(isOff(button)).toBe(true)
  type('vCPUs', '4')
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests()[0]?.body).toMatchObject({ ncpus: 4, memory: 2 * GiB, boot_disk: 'd1' })
})

test.each(['starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing'] as const)(
  'refuses to resize an instance that is %s',
  async (state) => {
    const { dialog, field, button } = await open(state)
    expect(dialog.getByRole('alert').textContent).toContain('must be stopped')
    expect([field('vCPUs').disabled, field('Memory (GiB)').disabled, isOff(button)]).toEqual([
      true,
      true,
      true,
    ])
  },
)

test('disables the resize when the instance starts while the dialog is open', async () => {
  const { dialog, type, button, become } = await open('stopped')
  type('vCPUs', '4')
  expect(isOff(button)).toBe(false)
  become('running')
  expect(dialog.getByRole('alert').textContent).toContain('must be stopped')
  expect(isOff(button)).toBe(true)
})

test('keeps a concurrent change of the memory when only the CPUs are changed', async () => {
  const { requests, field, type, button, become } = await open('stopped', {
    'PUT /v1/instances/i1': webInstance('stopped', { ncpus: 4 }),
  })
  type('vCPUs', '4')
  become('stopped', { memory: 8 * GiB })
  expect(field('Memory (GiB)').value).toBe('8')
  fireEvent.click(button)
  await waitFor(() => expect(requests().at(-1)?.body).toMatchObject({ ncpus: 4, memory: 8 * GiB }))
})

test("reports a value out of range at once, and a refusal in the server's words", async () => {
  const words = 'instance must be stopped to change CPU or memory'
  const { dialog, type, button } = await open('stopped', {
    'PUT /v1/instances/i1': () => refusal(409, 'Conflict', words),
  })
  type('vCPUs', '255')
  expect(dialog.getByText('Can be at most 254')).toBeTruthy()
  expect(isOff(button)).toBe(true)
  type('vCPUs', '3')
  fireEvent.click(button)
  expect((await dialog.findByRole('alert')).textContent).toBe(`I${words.slice(1)}`)
})

test('submits on Enter if the form is valid', async () => {
  const { requests, field, type, dialog, onClose } = await open('stopped', {
    'PUT /v1/instances/i1': webInstance('stopped', { ncpus: 4 }),
  })
  const enter = () => fireEvent.submit(field('vCPUs').form!)
  enter()
  type('vCPUs', '')
  expect(dialog.getByText('vCPUs is required')).toBeTruthy()
  enter()
  expect(requests()).toEqual([])
  type('vCPUs', '4')
  enter()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests()).toHaveLength(1)
})

test('takes a preset, and says what the quota leaves before the user resizes', async () => {
  const { dialog, field } = await open('stopped')
  expect(await dialog.findByText(/vCPUs left in your silo: 7 of 8/)).toBeTruthy()
  const preset = dialog.getByRole('button', { name: 'Preset' })
  expect(preset.textContent).toContain('Custom')
  fireEvent.click(preset)
  fireEvent.click(await screen.findByRole('option', { name: /^8 vCPUs, 32 GiB/ }))
  expect([field('vCPUs').value, field('Memory (GiB)').value]).toEqual(['8', '32'])
  expect(preset.textContent).toContain('8 vCPUs, 32 GiB')
  expect(await dialog.findByText(/can't be started/)).toBeTruthy()
})
