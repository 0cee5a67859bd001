import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_TEMPLATE_LENGTH, PLACEHOLDERS } from '@granary/domain/alert-templates.ts'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../docs/alerts.md'), 'utf8')

test('the guide lists every placeholder of templates, and their length', () => {
  const listed = [...page.matchAll(/^\| `\{\{(\w+)\}\}`/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(PLACEHOLDERS))
  expect(page).toContain(`at most ${MAX_TEMPLATE_LENGTH.toLocaleString('en')} characters`)
})
