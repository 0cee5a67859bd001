import { beforeEach, expect, test, vi } from 'vitest'
import { preloadOnPress } from './preload-on-press.ts'

const preloadRoute = vi.fn(async () => undefined)
preloadOnPress({ preloadRoute })

beforeEach(() => preloadRoute.mockClear())

/** Presses the text of a link, as a user would. */
function press(markup: string, init: PointerEventInit = {}): void {
  document.body.innerHTML = markup
  const pressed = document.querySelector('span') ?? document.querySelector('a')!
  pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...init }))
}

test('loads the page of a link as soon as the pointer goes down', () => {
  press('<a href="/projects/a/disks?state=attached#top"><span>Disks</span></a>')
  expect(preloadRoute.mock.calls).toEqual([[{ href: '/projects/a/disks?state=attached' }]])
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
  expect(preloadRoute).not.toHaveBeenCalled()
})
