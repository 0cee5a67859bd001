import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let end: () => void
beforeEach(() => {
  document.body.innerHTML = `<main><h1>Disks</h1><a href="#new">New</a><table><tbody>
    ${['a', 'b', 'c'].map((name) => `<tr id="${name}"><td><a href="#${name}">${name}</a></td><td><button>${name} menu</button></td></tr>`).join('')}
  </tbody></table></main>`
  end = keepFocus()
})
afterEach(() => {
  end()
  document.body.innerHTML = ''
})

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const frames = () =>
  new Promise((done) => {
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))
  })
const focused = async () => {
  await frames()
  return document.activeElement?.textContent
}
/** A dialog with a button that has the focus. */
function openDialog(): HTMLElement {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.tabIndex = -1
  dialog.innerHTML = '<button>Confirm</button><p>Plan</p>'
  document.body.append(dialog)
  dialog.querySelector('button')!.focus()
  return dialog
}

test('moves from a removed row to the one in its place, and from the last to the one before', async () => {
  find('#b button').focus()
  find('#b').remove()
  expect(await focused()).toBe('c menu')
  find('#c').remove()
  expect(await focused()).toBe('a menu')
})

test('moves from a row that was removed while a dialog was open', async () => {
  find('#b button').focus()
  const dialog = openDialog()
  find('#b').remove()
  expect(await focused()).toBe('Confirm')
  dialog.remove()
  expect(await focused()).toBe('c menu')
})

test('moves from a dialog to its opener, and without one to the heading', async () => {
  openDialog().remove()
  expect(await focused()).toBe('Disks')
  find('main > a').focus()
  openDialog().remove()
  expect(await focused()).toBe('New')
})

test('stays in a dialog when a part of it is removed', async () => {
  find('main > a').focus()
  const dialog = openDialog()
  find('[role=dialog] button').remove()
  await frames()
  expect(document.activeElement).toBe(dialog)
})

test('moves to the heading when the whole table is gone', async () => {
  find('#a button').focus()
  find('table').remove()
  expect(await focused()).toBe('Disks')
})

test('stays where other code put it, and nowhere when it was nowhere', async () => {
  find('#a').remove()
  await frames()
  expect(document.activeElement).toBe(document.body)
  find('#b button').focus()
  find('#b button').blur()
  find('#c').remove()
  await frames()
  expect(document.activeElement).toBe(document.body)
})
