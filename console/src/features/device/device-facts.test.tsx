import { formatDateTime } from '@granary/domain/time.ts'
import { expect, test } from 'vitest'
import { render, screen } from '../../ui/testing.ts'
import { DeviceFacts } from './device-facts.tsx'

const device = {
  clientName: 'granary',
  clientAddress: '192.0.2.7',
  timeCreated: new Date('2026-01-02T03:04:00Z'),
  tokenExpires: new Date('2026-02-01T03:04:00Z'),
}

test('says who requested the code, from where, and how long the token is valid', () => {
  render(<DeviceFacts device={device} />)
  expect(screen.getByText('granary')).toBeTruthy()
  expect(screen.getByText('192.0.2.7')).toBeTruthy()
  expect(screen.getByText(formatDateTime(device.tokenExpires))).toBeTruthy()
})

test('says when the token never expires', () => {
  render(<DeviceFacts device={{ ...device, tokenExpires: null }} />)
  expect(screen.getByText('You delete the token')).toBeTruthy()
})
