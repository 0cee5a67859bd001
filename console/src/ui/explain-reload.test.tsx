import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainReload } from './explain-reload.ts'
import { explainReload as explainOnStart } from './import-with-retry.ts'
import { ActionsMenu } from './menu/actions-menu.tsx'
import { Subject } from './subject.ts'
import { cleanup } from '@testing-library/react'
import { fireEvent, render, screen, waitFor } from './testing.ts'
import { toastStore } from './toast/toast-store.ts'

const remove = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  remove.mockReset()
})
afterEach(() => toastStore.set([]))

/** Shows rows with a menu each. */
const show = (names = ['web', 'db']) =>
  render(
    names.map((name, index) => (
      <Subject key={index} value={name}>
        <ActionsMenu entries={[{ label: 'Delete', onAction: () => remove(name) }]} />
      </Subject>
    )),
  )

async function chooseDelete() {
  show()
  fireEvent.click(screen.getAllByRole('button')[1]!)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(remove).toHaveBeenCalledExactlyOnceWith('db')
  remove.mockReset()
  cleanup()
}
const explanation = () => toastStore.get()[0]?.content

test('chooses the last entry of a menu again once the reloaded page shows it', async () => {
  await chooseDelete()
  void explainReload()
  expect(explanation()).toBe('Its code was out of date.')
  show()
  await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith('db'))
})

for (const [step, go] of [
  ['the user has pressed something else', () => fireEvent.pointerDown(document.body)],
  ['the entry has changed something itself', () => dispatchEvent(new Event('granary:write'))],
  ['another page is shown', () => history.pushState(null, '', '/elsewhere')],
] as const)
  test(`chooses nothing again if ${step}`, async () => {
    await chooseDelete()
    go()
    show()
    await explainReload()
    expect(explanation()).toContain('If your last step is missing, repeat it.')
    expect(remove).not.toHaveBeenCalled()
  })

test('chooses nothing if the user goes on before the page shows the menu', async () => {
  await chooseDelete()
  const explained = explainReload()
  fireEvent.keyDown(document.body, { key: 'a' })
  await explained
  show()
  expect(remove).not.toHaveBeenCalled()
})

test('chooses nothing if several rows have the same name', async () => {
  await chooseDelete()
  const explained = explainReload()
  show(['db', 'web', 'db'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.pointerDown(document.body)
  await explained
  expect(remove).not.toHaveBeenCalled()
})

test('a page that the user has reloaded forgets the last entry', async () => {
  await chooseDelete()
  await explainOnStart()
  // Later the page is reloaded for code that another button needs.
  await explainReload()
  expect(explanation()).toContain('If your last step is missing, repeat it.')
})
