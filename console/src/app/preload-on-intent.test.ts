import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadOnIntent } from './preload-on-intent.ts'

const preloadRoute = vi.fn(async () => undefined)
preloadOnIntent({ preloadRoute })

beforeEach(() => {
  preloadRoute.mockClear()
  vi.useFakeTimers()
})
const release = () => document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
afterEach(() => {
  release()
  vi.useRealTimers()
})

const LINK = '<a href="/projects/a/disks?state=attached#top"><span>Disks</span></a>'

/** Returns the text of a link, or the link. */
function show(markup: string): Element {
  document.body.innerHTML = markup
  return document.querySelector('span') ?? document.querySelector('a')!
}

/** Presses the text of a link, as a user would. */
const press = (markup: string, init: PointerEventInit = {}) =>
  show(markup).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...init }))

const comes = (init: PointerEventInit = {}) =>
  new PointerEvent('pointerover', { bubbles: true, button: -1, ...init })

test('loads the page of a link on which the pointer rests, also when it moves within it', () => {
  const text = show(LINK)
  text.parentElement!.dispatchEvent(comes())
  vi.advanceTimersByTime(20)
  text.dispatchEvent(comes({ relatedTarget: text.parentElement }))
  expect(preloadRoute).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(preloadRoute.mock.calls).toEqual([[{ href: '/projects/a/disks?state=attached' }]])
})

test('loads nothing for the links that the pointer passes on its way', () => {
  document.body.innerHTML = '<a href="/one">1</a><a href="/two">2</a><p>text</p>'
  for (const passed of document.body.children) {
    passed.dispatchEvent(comes())
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(1_000)
  expect(preloadRoute).not.toHaveBeenCalled()
})

test.each([
  ['the pointer goes down', new PointerEvent('pointerdown', { bubbles: true })],
  ['it gets the focus', new FocusEvent('focusin', { bubbles: true })],
])('loads the page of a link as soon as %s', (_, event) => {
  show(LINK).dispatchEvent(event)
  expect(preloadRoute.mock.calls).toEqual([[{ href: '/projects/a/disks?state=attached' }]])
})

test('loads the page of a press once, and again when its link gets the focus later', () => {
  const focus = () => document.querySelector('a')!.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  press(LINK)
  focus()
  expect(preloadRoute).toHaveBeenCalledOnce()
  release()
  focus()
  expect(preloadRoute).toHaveBeenCalledTimes(2)
})

test.each([
  ['a button', '<button type="button"><span>Delete</span></button>', {}],
  ['another site', '<a href="https://example.com/disks">Disks</a>', {}],
  ['a new tab', '<a href="/docs/" target="_blank">Docs</a>', {}],
  ['a file', '<a href="/disks.csv" download="disks.csv">Disks</a>', {}],
  ['the page itself', `<a href="${location.pathname}?page=2">next</a>`, {}],
  ['the menu of a link', '<a href="/disks">Disks</a>', { button: 2 }],
  ['a new tab by keyboard', '<a href="/disks">Disks</a>', { ctrlKey: true }],
])('loads nothing for %s', (_, markup, init) => {
  press(markup, init)
  show(markup).dispatchEvent(comes(init))
  vi.advanceTimersByTime(1_000)
  expect(preloadRoute).not.toHaveBeenCalled()
})
