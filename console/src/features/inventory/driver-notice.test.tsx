import { afterEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen } from '../../ui/testing.ts'
import { DriverNotice } from './driver-notice.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  setExtensions(undefined)
})

const PATH = 'GET /experimental/v1/system/hardware/driver-selection'
const COMMAND = 'These programs are missing: nft. On Debian and Ubuntu: apt-get install nftables'
const able = { name: 'simulated', missing: [] }

function render(answer: unknown) {
  setExtensions(true)
  answerWith({ [PATH]: () => (typeof answer === 'function' ? answer() : answer) })
  return renderInConsole(<DriverNotice />, createQueryClient())
}

test('says that machines are simulated, and the command that helps', async () => {
  const candidates = [{ name: 'qemu', missing: [COMMAND] }, able]
  render({ driver: 'simulated', reason: 'The driver "qemu" lacks something.', candidates })
  expect(await screen.findByText('Machines are simulated')).toBeTruthy()
  expect(screen.getByText('The driver "qemu" lacks something.')).toBeTruthy()
  expect(screen.getByText('To run machines with QEMU, this computer needs something more:')).toBeTruthy()
  expect(screen.getByText('These programs are missing: nft. On Debian and Ubuntu:')).toBeTruthy()
  const writeText = vi.fn(() => Promise.resolve())
  Object.assign(navigator, { clipboard: { writeText } })
  fireEvent.click(screen.getByRole('button', { name: 'Click to copy' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('apt-get install nftables')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
})

test('says why machines are simulated where nothing is missing', async () => {
  render({ driver: 'simulated', reason: 'The data set has machines.', candidates: [able] })
  expect(await screen.findByText('The data set has machines.')).toBeTruthy()
  expect(screen.queryByText(/needs something more/)).toBeNull()
})

test('can be loaded again after a failure', async () => {
  let answer: unknown = refusal(500, 'Internal', 'Internal Server Error')
  render(() => answer)
  const button = await screen.findByRole('button', { name: 'Try again' })
  answer = { driver: 'simulated', reason: 'The data set has machines.', candidates: [able] }
  fireEvent.click(button)
  expect(await screen.findByText('The data set has machines.')).toBeTruthy()
})
