import { expect, test } from 'vitest'
import { sshFingerprint } from './ssh-fingerprint.ts'
import { readSshKey, sshKeyProblem } from './ssh-keys.ts'

/** Made by ssh-keygen, with what `ssh-keygen -l` says of each. */
const KEYS = [
  {
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX',
    comment: 'robin@fenwick',
    algorithm: 'ED25519',
    bits: 256,
    fingerprint: 'SHA256:xBngREC6vzY0G9j+roeus+/TBNir1GGAOL7u2q/r68E',
  },
  {
    key: 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBB/aK9O57YkLFSTc0u8283go0jd/QIyPjKjPFZhuDKQuU6sYHt12UXfpY42KgZHSUZpIMlghwIYhzIaIskPR+lY=',
    comment: 'ec 256',
    algorithm: 'ECDSA',
    bits: 256,
    fingerprint: 'SHA256:OkSanvLvmCy5RBYf6iypysgiJcp/cg+6BX02qBF0z2s',
  },
  {
    key: 'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBMQ6f3fc1aTt8nz7+xyc1oFPnRJlhxCNrBErWhWbmLDpFr/AfFFG2dh05X+TaMMIW3pNeQgEarGU+ns1JNHiXDwWeWgVPtCLAixHM9rO4o9VbI/y7YzPfHzRba4imBhuSA==',
    comment: 'ec 384',
    algorithm: 'ECDSA',
    bits: 384,
    fingerprint: 'SHA256:TPUsYEiCiV9uNTkGuQ/65iP2iJL9M7Fvdw0EgwGLn5o',
  },
  {
    key: 'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAEjWl4u/2tq5B9qWzgYuW+s2U6BWgRRlxd9VwiTyaye3p4/VLC9gucJv/y1L+uTxOiDknh6zzdwmZrMMrWnA3WIcAF2ghhS+KcjXVFGXjD5ygslameA8dWtuoxNssHeAPelPZrni5rSSkmBlh9J61PGBS2eglSyb8OacVESsndhFlOkIg==',
    comment: 'ec 521',
    algorithm: 'ECDSA',
    bits: 521,
    fingerprint: 'SHA256:K2GmpOL9bk1gstWmwW8FGsG+6/dSNUMvtSVDkEIS+EE',
  },
  {
    key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDXmuSBbHtsxLxOJmowpr5Uj4ml7ia8n+SyiTszG1I3PtXjaVa0/th+yKrmpO+OUsJL6g4Z/iYuNtoZNHxvrv5fw+3vlfgji1HofLJ3+bLpSKBEanjcT/LE4PDwmunoGVF9A5IJ5x67GTDiNqjCNO/47mCLFBnR/G5Bbb9K7K4pIIuXxvXP5w6BfjFN6TjBqdDuFbaC/ezLjqBe1S2+sxMFiFzJ8fIPEmzyXzymUvakkIImNHrEaSzS7iKf60GnoeIef6yRCGiTx+dFzMKoJZK/bdflXtyMiwwszIn9S550P+gWoSbTBl6XTMgMwveC2HKQYewqgiGSbabPnV+/BT3H',
    comment: '',
    algorithm: 'RSA',
    bits: 2048,
    fingerprint: 'SHA256:bxiiVOA+kVUrAHMbvsT5JivdO0C86bIXswB80WS0KW4',
  },
  {
    key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDKBSyyoYevvofIfr8dkj0n5O4ppzoySgVB5W5WjKSRNinvLxJs8epktb5RfSn4OqaKLgtR3OCFkJ+1ftog5j1GgUBzX1OU4Fp9AplxEafMk01vh2iwDl1q3SBQrrWYAHWRePlpM6noO5GVR0tLs/tfED8Zcm0T9ee4Mmxc3nARiQ==',
    comment: 'old',
    algorithm: 'RSA',
    bits: 1024,
    fingerprint: 'SHA256:8LB9pHVuYiVkyM0mo/fFaecLKf60+AQne+GEGfvJf2k',
  },
]
const [{ key: ED25519 }] = KEYS as [(typeof KEYS)[0]]

test.each(KEYS)(
  'reads a key of $algorithm with $bits bits as ssh-keygen does',
  ({ key, comment, ...rest }) => {
    const read = readSshKey(`${key} ${comment}\n`)!
    expect(sshKeyProblem(`${key} ${comment}\n`)).toBeNull()
    expect({
      comment: read.comment,
      algorithm: read.algorithm,
      bits: read.bits,
      fingerprint: sshFingerprint(read),
    }).toEqual({
      comment,
      ...rest,
    })
  },
)

test('reads a key that lies on a token', () => {
  const key =
    'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fAAAABHNzaDo='
  expect(sshKeyProblem(key)).toBeNull()
  expect(readSshKey(key)).toMatchObject({ algorithm: 'ED25519-SK', bits: 256, comment: '' })
})

const body = ED25519.slice('ssh-ed25519 '.length)
const WEAK = `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAYQD${'/'.repeat(127)}8=`
const DAMAGED = 'The key is damaged: it may have been cut off or broken into lines'

test.each([
  ['', 'Public key is required'],
  ['  \n ', 'Public key is required'],
  ['hello', /^Must begin with the type of the key: ssh-ed25519, /],
  ['ssh-ed25519', 'Must have the key itself after ssh-ed25519'],
  [`ssh-ed25519 ${body.slice(0, -4)}`, DAMAGED],
  [`ssh-ed25519 ${body.slice(0, -1)}`, DAMAGED],
  [`ssh-ed25519 ${body}AAAA`, DAMAGED],
  ['ssh-ed25519 AAAA', DAMAGED],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5', DAMAGED],
  ['ssh-ed25519 {not-base64} me', DAMAGED],
  [`${ED25519.slice(0, 40)}\n${ED25519.slice(40)}`, 'Must be one key on one line'],
  [`${ED25519}\n${ED25519}`, 'Must be one key on one line'],
  [`ssh-rsa ${body}`, 'The key is not of the type that stands before it, ssh-rsa'],
  [`command="true" ${ED25519}`, 'Must begin with the type of the key, without anything before it'],
  [`ssh-dss ${body}`, /^DSA keys are too weak/],
  [`ssh-ed25519-cert-v01@openssh.com ${body}`, 'Must be a key, not a certificate'],
  [WEAK, 'An RSA key must have at least 1024 bits, this one has 768'],
  [`${ED25519} ${'x'.repeat(1000)}`, 'Must be 1023 characters or fewer'],
  [`${ED25519} \u001b[31mred`, 'Must not contain control characters'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk', /^This is a private key/],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKC', /^This is a private key/],
  ['PuTTY-User-Key-File-3: ssh-ed25519', /^This is a private key/],
  ['---- BEGIN SSH2 PUBLIC KEY ----\nAAAA', /^Must be in the format of OpenSSH/],
  ['-----BEGIN PUBLIC KEY-----\nMIIB', /^Must be in the format of OpenSSH/],
])('refuses %j', (text, problem) => {
  expect(sshKeyProblem(text)).toMatch(problem)
  expect(readSshKey(text)).toBeNull()
})

test('a curve is held to its name, and a point to its length', () => {
  const { key } = KEYS[1]!
  const other = key.replace('bmlzdHAyNTYAAABB', 'bmlzdHAyNTcAAABB')
  expect(sshKeyProblem(other)).toBe(DAMAGED)
})

test('tabs may stand between the parts, and the comment keeps its spaces', () => {
  expect(readSshKey(`ssh-ed25519\t${body}\tof  two words `)?.comment).toBe('of  two words')
})
