// The pages are files of the build, not modules.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCS } from './docs.ts'

const FOLDER = `${import.meta.dirname}/../../public/docs`
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.html'))
const textOf = (page: string) => readFileSync(`${FOLDER}/${page}`, 'utf8')
const linksIn = (page: string) =>
  [...textOf(page).matchAll(/href="([\w-]+\.html)"/g)].map(([, href]) => href!)

test('has every guide that the console links to, each linked from the list of guides', () => {
  expect(pages.map((page) => `/docs/${page}`).toSorted()).toEqual(Object.values(DOCS).toSorted())
  expect(['index.html', ...linksIn('index.html')].toSorted()).toEqual(pages.toSorted())
})

test.each(pages)('has no broken link in %s', (page) => {
  expect(linksIn(page).filter((href) => !pages.includes(href))).toEqual([])
})

// The pages are plain files, readable without a build or scripts, so each repeats the same head.
test.each(pages.filter((page) => page !== 'index.html'))('starts %s like the other guides', (page) => {
  const [, heading] = /<h1>(.*)<\/h1>/.exec(textOf(page))!
  const [start] = textOf('index.html').split('    <main>')
  expect(textOf(page).split('      <h1>')[0]).toBe(
    `${start!.replace('Guides /', `${heading} /`)}    <nav><a href="index.html">Granary Docs</a></nav>\n    <main>\n`,
  )
})
