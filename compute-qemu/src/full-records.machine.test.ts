import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Records } from './records.ts'
import { run } from './run.ts'

test.skipIf(process.getuid?.() !== 0)(
  'records are written on a full disk, also again and again',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'full-'))
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4M', 'tmpfs', folder])
    const records = new Records(join(folder, 'records'))
    onTestFinished(async () => {
      records.close()
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    })
    const fill = () => writeFile(join(folder, 'filler'), new Uint8Array(4 * 1024 * 1024)).catch(() => {})
    const put = (id: string) =>
      records.run('insert into machines (id, record) values (?, ?)', id, 'x'.repeat(2_000))
    const count = () => records.get<{ count: number }>('select count(*) as count from machines')!.count
    await fill()
    put('a')
    records.transaction(() => put('b'))
    expect(count()).toBe(2)
    await rm(join(folder, 'filler'))
    put('c')
    await fill()
    for (let at = 0; at < 50; at++) put(`d${at}`)
    records.run("delete from machines where id like 'd%'")
    expect(count()).toBe(3)
  },
)
