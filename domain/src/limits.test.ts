import { expect, test } from 'vitest'
import { LIMITS, type LimitName, limitMessage } from './limits.ts'

test.each(Object.keys(LIMITS) as LimitName[])('a refusal for %s names the limit and what to do', (name) => {
  const { max, things, remedy } = LIMITS[name]
  expect(limitMessage(name)).toContain(`at most ${max} ${things}; ${remedy}`)
})
