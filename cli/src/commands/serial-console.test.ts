import { expect, test } from 'vitest'
import { runMachine } from '../../../server/test/machine.ts'
import { runCloud } from '../../test/cloud.ts'
import { openTerminal } from '../../test/terminal.ts'

test('connects the terminal with an instance, until Ctrl-] or an interruption', async () => {
  const cloud = await runCloud()
  const { id } = await runMachine(cloud, cloud.cookie)
  const terminal = openTerminal()
  Object.assign(terminal.environment, { GRANARY_HOST: cloud.url, GRANARY_TOKEN: await cloud.token() })
  terminal.keyboard(
    (async function* () {
      await expect.poll(terminal.said).toContain('root@machine')
      yield 'who\u001dnever sent'
    })(),
  )
  const typed = await terminal.granary('instance', 'serial-console-stream', id)
  expect(typed).toMatchObject({ code: 0, err: 'Connected. Press Ctrl-] to disconnect.\r\n' })
  const history = async () =>
    (await terminal.granary('instance', 'serial-console', id, '--from-start', '0')).out
  await expect.poll(history).toMatch(/\$ who$|# who$/)

  const listening = openTerminal()
  Object.assign(listening.environment, terminal.environment)
  listening.type('')
  const done = listening.granary('instance', 'serial-console-stream', id, '--most-recent', '1000')
  await expect.poll(listening.said).toContain('root@machine')
  listening.interrupt()
  expect((await done).code).toBe(130)

  const stopped = await terminal.granary('instance', 'stop', id)
  expect(stopped.code).toBe(0)
  const refused = await openTerminalOf(terminal.environment).granary('instance', 'serial-console-stream', id)
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/in state "stop(ping|ped)"/) })
})

function openTerminalOf(environment: Record<string, string>) {
  const terminal = openTerminal()
  Object.assign(terminal.environment, environment)
  return terminal
}
