import { expect, test } from 'vitest'
import { type Session, within } from './session.ts'

test.each([
  [
    'throws',
    () => {
      throw new Error('second')
    },
  ],
  ['rejects', () => Promise.reject(new Error('second'))],
] as const)('the error of the work is the one that counts when the rollback %s', async (_, rollback) => {
  const session: Session = {
    begin: () => {},
    run: () => ({ rows: [] }),
    commit: () => {},
    rollback,
    release: () => {},
  }
  await expect(within(session, 'plain', () => Promise.reject(new Error('first')))).rejects.toThrow('first')
})
