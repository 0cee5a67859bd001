import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

afterEach(() => vi.unstubAllGlobals())

test('keeps the focus in the card while it changes', async () => {
  answerWith({
    'POST /experimental/v1/me/second-factor/setup': { secret: 'ABCD', uri: 'otpauth://totp/granary' },
    'POST /experimental/v1/me/second-factor/confirm': { recovery_codes: ['one', 'two'] },
  })
  const signIn = { method: 'password' as const, secondFactor: null, secondFactorRequired: false }
  renderInConsole(<SecondFactorCard signIn={signIn} />, new QueryClient())
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
})
