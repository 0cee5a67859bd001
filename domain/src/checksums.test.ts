import { expect, test } from 'vitest'
import { checksumIn, checksumProblem, fileNameOf, pastedChecksum } from './checksums.ts'

const A = 'a'.repeat(64)
const B = 'B'.repeat(64)
const LONG = 'c'.repeat(128)

test.each([
  [A, null],
  [LONG.toUpperCase(), null],
  ['a'.repeat(63), /64 or 128/],
  ['g'.repeat(64), /64 or 128/],
  ['', /64 or 128/],
])('the problem of %s', (value, problem) => {
  if (problem) expect(checksumProblem(value)).toMatch(problem)
  else expect(checksumProblem(value)).toBeNull()
})

test.each([
  ['GNU text', `${B}  other.img\n${A}  disk.img\n`, A],
  ['GNU binary', `${B} *other.img\n${A} *disk.img`, A],
  ['a path', `${A}  ./images/disk.img`, A],
  ['Windows line ends', `${A}  disk.img\r\n`, A],
  [
    'BSD, signed',
    `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n# disk.img: 7 bytes\nSHA256 (disk.img) = ${B}\n`,
    B.toLowerCase(),
  ],
  ['a digest alone', `${LONG}\n`, LONG],
  ['the longer digest', `${A}  disk.img\n${LONG}  disk.img`, LONG],
  ['only others', `${A}  disk.img.zst\n${B}  other.img`, null],
  ['several digests without a name', `${A}\n${B}`, null],
  ['a page', '<html>404</html>', null],
])('finds the checksum in %s', (_, list, digest) => expect(checksumIn(list, 'disk.img')).toBe(digest))

test.each([
  ['https://a.example/x/disk.img?token=/b', 'disk.img'],
  ['https://a.example/disk%2B1.img', 'disk+1.img'],
  ['https://a.example/%ff', '%ff'],
  ['https://a.example/', ''],
])('the file name of %s', (url, name) => expect(fileNameOf(url)).toBe(name))

test.each([
  [` ${A}\n`, A],
  [`${A}  disk.img`, A],
  [`${B} *disk.img`, B],
  [`SHA256 (disk.img) = ${A}`, A],
  [`SHA512 (disk (1).img) = ${LONG}`, LONG],
  [`sha256:${A}`, A],
  ['https://example.com/SHA256SUMS', 'https://example.com/SHA256SUMS'],
  [`${A}  one\n${B}  two`, `${A}  one\n${B}  two`],
])('finds the digest in %j', (text, digest) => {
  expect(pastedChecksum(text)).toBe(digest)
})
