import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Version } from '@cyclonedx/cyclonedx-library/Spec'
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Component = { purl: string; hashes?: { alg: string; content: string }[] }
type Document = { specVersion: string; components: Component[] }
type Locked = { version?: string; dev?: boolean; link?: boolean; integrity?: string }

const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' })
const document = JSON.parse(text) as Document

const validate = (given: string) => new JsonStrictValidator(Version.v1dot5).validate(given)

test('is valid CycloneDX', async () => {
  expect(document.specVersion).toBe('1.5')
  expect(await validate(text)).toBeNull()
  const [first, ...others] = document.components
  const wrong = { ...document, components: [{ ...first, type: 'package' }, ...others] }
  expect(await validate(JSON.stringify(wrong))).not.toBeNull()
})

/** The package URL of a place in the lock file, such as `node_modules/@hono/node-server`. */
const purlOf = (place: string, version: string): string =>
  `pkg:npm/${place.split('node_modules/').at(-1)!.replace('@', '%40')}@${version}`

test('names every production dependency of the lock file, with its digest', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const needed = Object.entries(packages).filter(
    ([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link,
  )
  const listed = new Map(document.components.map((component) => [component.purl, component]))
  const missing = needed.flatMap(([place, { version, integrity }]) => {
    const purl = purlOf(place, version!)
    const digest = integrity && Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
    const isListed = listed.get(purl)?.hashes?.some(({ content }) => content === digest)
    return isListed ? [] : [purl]
  })
  expect(missing).toEqual([])
  expect(needed.map(([place]) => place)).toContain('node_modules/hono')
})
