const cursor = /(page(?:\[|%5b)cursor(?:\]|%5d)(?:=|%3d)+)([\w-]{5})[\w-]{4,}([\w-]{6})/gi;

/** A URL or a part of one as a person reads it: of its cursor only what tells it from others. */
export const shortened = (url: string): string => url.replace(cursor, "$1$2…$3");
