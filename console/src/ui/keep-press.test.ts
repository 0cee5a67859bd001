import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPress } from './keep-press.ts'

const clicked = vi.fn()
let end: () => void
let button: HTMLButtonElement
/** The element at the pointer during the release. */
let hit: Element
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<main><button>Confirm</button></main>'
  button = document.querySelector('button')!
  button.addEventListener('click', clicked)
  placeAt(100)
  hit = document.body
  // jsdom has no layout.
  document.elementFromPoint = () => hit
  end = keepPress()
})
afterEach(() => {
  end()
  Reflect.deleteProperty(document, 'elementFromPoint')
  clicked.mockClear()
  document.body.innerHTML = ''
  vi.useRealTimers()
})

/** Moves the button. */
const placeAt = (top: number) => (button.getBoundingClientRect = () => new DOMRect(10, top, 80, 32))

const point = (type: string, target: Element, more: PointerEventInit = {}) =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      clientX: 20,
      clientY: 110,
      isPrimary: true,
      pointerId: 1,
      ...more,
    }),
  )

function release(target: Element, more?: PointerEventInit): number {
  point('pointerup', target, more)
  vi.runAllTimers()
  return clicked.mock.calls.length
}

test('completes a press on a button that moved before the release', () => {
  point('pointerdown', button)
  placeAt(200)
  expect(release(document.body)).toBe(1)
  // Only that press.
  expect(release(document.body)).toBe(1)
})

test('leaves a press on a button in its place to the browser', () => {
  point('pointerdown', button)
  expect(release(button)).toBe(0)
})

test('measures nothing when a mouse is released over the button', () => {
  const elementFromPoint = vi.fn(() => hit)
  document.elementFromPoint = elementFromPoint
  const mouse = { pointerType: 'mouse' }
  button.hasPointerCapture = () => false
  point('pointerdown', button, mouse)
  expect(release(button, mouse)).toBe(0)
  expect(elementFromPoint).not.toHaveBeenCalled()
})

test('completes the press of a captured mouse, whose target the button stays after it has moved', () => {
  const mouse = { pointerType: 'mouse' }
  button.hasPointerCapture = () => true
  point('pointerdown', button, mouse)
  placeAt(200)
  expect(release(button, mouse)).toBe(1)
})

test('leaves a press to the browser that the ::after of a heading or a link takes, beside its text', () => {
  point('pointerdown', button, { clientX: 300 })
  hit = button
  expect(release(button, { clientX: 300 })).toBe(0)
})

test('leaves a press alone that a popup over the button took', () => {
  point('pointerdown', button)
  expect(release(document.body)).toBe(0)
})

test('lets users take a press back by moving off the button', () => {
  point('pointerdown', button)
  placeAt(200)
  expect(release(document.body, { clientY: 120 })).toBe(0)
  point('pointerdown', button, { clientY: 210 })
  placeAt(100)
  point('pointercancel', document.body)
  expect(release(document.body, { clientY: 210 })).toBe(0)
})

test('presses nothing that is gone, hidden behind a dialog, or was pressed with another key or button', () => {
  for (const more of [{ ctrlKey: true }, { button: 2 }, { isPrimary: false }]) {
    point('pointerdown', button, more)
    placeAt(200)
    expect(release(document.body)).toBe(0)
    placeAt(100)
  }
  for (const change of [() => button.parentElement!.setAttribute('inert', ''), () => button.remove()]) {
    point('pointerdown', button)
    placeAt(200)
    change()
    expect(release(document.body)).toBe(0)
    placeAt(100)
  }
})
