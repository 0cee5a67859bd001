import type { CallOutput } from '@granary/contract/call.ts'
import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

type Factor = NonNullable<CallOutput<'currentUserSignInView'>['secondFactor']>

afterEach(() => vi.unstubAllGlobals())

test('keeps the focus in the card while it changes', async () => {
  answerWith({
    'POST /experimental/v1/me/second-factor/setup': { secret: 'ABCD', uri: 'otpauth://totp/granary' },
    'POST /experimental/v1/me/second-factor/confirm': { recovery_codes: ['one', 'two'] },
  })
  const signIn = { method: 'password' as const, secondFactor: null, secondFactorRequired: false }
  function Card() {
    const [secondFactor, setFactor] = useState<Factor | null>(null)
    const read = () => setFactor({ timeConfirmed: new Date(), recoveryCodesLeft: 10 })
    return (
      <>
        <button onClick={read}>Read</button>
        <SecondFactorCard signIn={{ ...signIn, secondFactor }} />
      </>
    )
  }
  renderInConsole(<Card />, new QueryClient())
  const open = async () => {
    const button = screen.getByRole('button', { name: 'Set up second factor' })
    button.focus()
    fireEvent.click(button)
    await screen.findByRole('textbox', { name: 'Code' })
  }
  await open()
  expect(document.activeElement?.textContent).toMatch(/^Scan this code/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Set up second factor'))
  await open()
  fireEvent.change(screen.getByRole('textbox', { name: 'Code' }), { target: { value: '123456' } })
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm code' }))
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(document.activeElement?.contains(codes)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  // The page reads the new state of the sign-in while it shows the codes.
  fireEvent.click(screen.getByRole('button', { name: 'Read' }))
  expect(document.activeElement?.contains(codes)).toBe(true)
  screen.getByRole('button', { name: 'I have kept the codes' }).focus()
  fireEvent.click(document.activeElement!)
  const facts = await screen.findByText('10 left')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(facts)).toBe(true)
})
