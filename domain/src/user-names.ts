/**
 * Returns the name that a user of a silo with passwords signs in with, as it is stored: such names have lower-case letters only, and
 * keyboards of phones begin with a capital letter and end with a space.
 */
export const localUserName = (typed: string): string => typed.trim().toLowerCase()
