import { expect, test } from 'vitest'
import { hubRules } from './hub.ts'

test.each([true, false])(
  'nothing leads to the link-local services of the host (translates: %s)',
  (translates) => {
    const rules = hubRules(translates)
    expect(rules).toContain('add rule inet hub passing oifname "outside" ip daddr 169.254.0.0/16 drop')
    expect(rules).toContain('add rule inet hub passing oifname "outside" ip6 daddr fe80::/10 drop')
  },
)
