import { describe, expect, it } from 'vitest'
import { KeyedLock, SharedLock } from './lock.ts'

const rest = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Work that signals its start and ends on request. */
function controlled(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async () => {
    log.push(`${name} begins`)
    await promise
    log.push(`${name} ends`)
  }
  return { work, finish: resolve }
}

describe('KeyedLock', () => {
  it('runs work under one key in order, and other keys concurrently', async () => {
    const lock = new KeyedLock()
    const log: string[] = []
    const [one, two, other] = ['one', 'two', 'other'].map((name) => controlled(log, name))
    void lock.run('a', one!.work)
    const second = lock.run('a', two!.work)
    void lock.run('b', other!.work)
    await rest()
    expect(log).toEqual(['one begins', 'other begins'])
    two!.finish()
    one!.finish()
    await second
    expect(log.slice(2)).toEqual(['one ends', 'two begins', 'two ends'])
    other!.finish()
    await lock.settled()
    expect(log.at(-1)).toBe('other ends')
  })

  it('runs work under several keys once all are free, in any order of the keys', async () => {
    const lock = new KeyedLock()
    const log: string[] = []
    const [a, both, other] = ['a', 'both', 'other'].map((name) => controlled(log, name))
    void lock.run('a', a!.work)
    const second = lock.runAll(['a', 'b'], both!.work)
    const third = lock.runAll(['b', 'a'], other!.work)
    both!.finish()
    other!.finish()
    await rest()
    expect(log).toEqual(['a begins'])
    a!.finish()
    await Promise.all([second, third])
    expect(log.slice(2)).toEqual(['both begins', 'both ends', 'other begins', 'other ends'])
    await lock.settled()
  })

  it('continues after failed work', async () => {
    const lock = new KeyedLock()
    const failing = lock.run('a', () => Promise.reject(new Error('no')))
    const next = lock.run('a', async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })
})

describe('SharedLock', () => {
  it('admits many shared holders or one exclusive holder, and later ones wait for the exclusive one', async () => {
    const lock = new SharedLock()
    const log: string[] = []
    const [first, second, alone, late] = ['first', 'second', 'alone', 'late'].map((name) =>
      controlled(log, name),
    )
    void lock.shared('a', first!.work)
    void lock.shared('a', second!.work)
    void lock.exclusive('a', alone!.work)
    const last = lock.shared('a', late!.work)
    await rest()
    expect(log).toEqual(['first begins', 'second begins'])
    first!.finish()
    second!.finish()
    await rest()
    expect(log.at(-1)).toBe('alone begins')
    late!.finish()
    alone!.finish()
    await last
    expect(log.slice(-3)).toEqual(['alone ends', 'late begins', 'late ends'])
  })
})
