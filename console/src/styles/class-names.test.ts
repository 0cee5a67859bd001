import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const styles = import.meta.dirname
const read = (path: string) => readFileSync(path, 'utf8')
const resolved = (id: string, base: string) =>
  id.startsWith('.') ? resolve(base, id) : new URL(import.meta.resolve(id)).pathname

/** The class names written in `className` attributes, without the parts that code puts in. */
function* written(): Generator<[name: string, path: string]> {
  for (const path of globSync('../**/*.tsx', { cwd: styles }))
    for (const [, quoted, template] of read(resolve(styles, path)).matchAll(
      /className=(?:"([^"]*)"|\{`([^`]*)`\})/g,
    ))
      for (const name of (quoted ?? template ?? '').replaceAll(/\S*\$\{[^}]*\}\S*/g, ' ').split(/\s+/))
        if (name) yield [name, path]
}

test('knows each class: one without a rule, such as a colour that is no role, would do nothing', async () => {
  const compiler = await compile(read(`${styles}/main.css`), {
    base: styles,
    loadStylesheet: async (id, base) => {
      const path = resolved(id, base)
      return { path, base: dirname(path), content: read(path) }
    },
  })
  const names = [...new Map(written())]
  const rules = compiler.build(names.map(([name]) => name)).replaceAll('\\', '')
  expect(names.length).toBeGreaterThan(300)
  const known = (name: string) =>
    rules
      .split(`.${name}`)
      .slice(1)
      .some((rest) => !/^[\w-]/.test(rest))
  expect(names.filter(([name]) => !known(name))).toEqual([])
})

test('no class is a rule for all children, which browsers compare with each of the thousands of elements in a table', () => {
  const forAll = /(?<=['"`\s])(?:\S*:)?(?:\*{1,2}:|divide-[xy]|space-[xy]-)\S*/g
  const found = globSync('../**/*.tsx', { cwd: styles }).flatMap((path) =>
    [...read(resolve(styles, path)).matchAll(forAll)].map(([name]) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})
