// The pages are files of the build, not modules.
// oxlint-disable-next-line no-restricted-imports
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCS } from './docs.ts'

const FOLDER = `${import.meta.dirname}/../../public/docs`
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.html'))
const linksIn = (page: string) =>
  [...readFileSync(`${FOLDER}/${page}`, 'utf8').matchAll(/href="([\w-]+\.html)"/g)].map(([, href]) => href!)

test('every guide that the console points to is there, and the list of guides leads to each', () => {
  expect(pages.map((page) => `/docs/${page}`).toSorted()).toEqual(Object.values(DOCS).toSorted())
  expect(['index.html', ...linksIn('index.html')].toSorted()).toEqual(pages.toSorted())
})

test.each(pages)('no link in %s leads nowhere', (page) => {
  expect(linksIn(page).filter((href) => !pages.includes(href))).toEqual([])
})
