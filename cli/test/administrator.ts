import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Cloud, openCloud } from './cloud.ts'
import { type Ended, openTerminal, type Terminal } from './terminal.ts'

export type Administrator = {
  /** The server of the tests of a file. */
  cloud: Cloud
  /** A new terminal for each test. */
  terminal: Terminal
  /** Runs a command line, whose words have no spaces. */
  line: (text: string) => Promise<Ended>
  /** Runs one that must succeed without a message. @returns its output. */
  fine: (text: string) => Promise<string>
  // oxlint-disable-next-line typescript/no-explicit-any -- answers differ by command
  json: (text: string) => Promise<any>
}

/** Sets up a server and a signed-in administrator for the tests of a file. */
export function administrator(): Administrator {
  let cloud: Cloud
  let terminal: Terminal
  let token: string
  beforeAll(async () => {
    cloud = await openCloud()
    token = await cloud.token()
  })
  afterAll(() => cloud.stop())
  beforeEach(() => {
    terminal = openTerminal()
    Object.assign(terminal.environment, { GRANARY_HOST: cloud.url, GRANARY_TOKEN: token })
  })
  const line = (text: string) => terminal.granary(...text.split(' '))
  const fine = async (text: string) => {
    const { code, out, err } = await line(text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return out
  }
  return {
    get cloud() {
      return cloud
    },
    get terminal() {
      return terminal
    },
    line,
    fine,
    json: async (text) => JSON.parse(await fine(`${text} -o json`)) as unknown,
  }
}
