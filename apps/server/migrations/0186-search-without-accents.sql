-- Searches of names compare letters without case, accents and forms of width.
create function fold_name(text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g') collate natural_order);
