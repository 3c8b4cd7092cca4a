/** The fixed sentences of mails to people of the team about their accounts. */
import type { JobPayload } from '@parley/contracts/jobs';
import type { Language } from '@parley/contracts/text/languages';

type About = JobPayload<'account-mails'>['about'];

type AccountMailTexts = Record<About, { subject: string; text: string }> & {
  choosePassword: string;
  confirmAddress: string;
  openProfile: string;
  openAuditLog: string;
  /** Text below a link that the person requested. */
  notAsked: string;
  notAskedToConfirm: string;
  /** Text below a completed change. */
  notYou: string;
  /** Below a notice to every administrator. */
  youAdminister: string;
};

export const accountMailTexts: Record<Language, AccountMailTexts> = {
  en: {
    password_link: {
      subject: 'Choose a new password for Parley',
      text: 'The link works once and expires in an hour. A new password signs you out everywhere.',
    },
    password_changed: {
      subject: 'Your Parley password was changed',
      text: 'A new password was set by a link. Every session and personal API key has ended, and single sign-on was disconnected.',
    },
    factor_changed: {
      subject: 'Your second factor for Parley was changed',
      text: 'An authenticator app or passkey was added to your account or removed. Your other sessions have ended.',
    },
    factor_reset: {
      subject: 'Your second factor for Parley was reset',
      text: 'An admin has removed your second factors. Sign in with your password, then set up new ones.',
    },
    new_device: {
      subject: 'New sign-in to Parley',
      text: 'Someone signed in to your account in a new browser.',
    },
    address_held: {
      subject: 'An admin’s address was not changed',
      text: 'A directory sent another sign-in address for an admin. It was not applied. If it’s right, that admin can enter it in Settings → Profile.',
    },
    admin_ended: {
      subject: 'A user is no longer an admin',
      text: 'The groups of a sign-in or a directory no longer make this person an admin. If that’s wrong, add them to the group again.',
    },
    email_confirmation: {
      subject: 'Confirm your address for Parley',
      text: 'The Parley account below wants to sign in with this address. Confirm only if the account is yours. The link works once and expires in a day.',
    },
    email_change_asked: {
      subject: 'A new sign-in address was requested',
      text: 'A new sign-in address was requested for your Parley account. It takes effect once that address is confirmed; until then, sign in as before.',
    },
    email_changed: {
      subject: 'Your sign-in address for Parley was changed',
      text: 'An admin has set another sign-in address for your account.',
    },
    route_changed: {
      subject: 'Parley’s message settings were changed',
      text: 'Settings for where messages go were changed: a mail server, a sender, a webhook or a key. If you didn’t expect this, check them in Integrations.',
    },
    choosePassword: 'Choose a new password',
    openProfile: 'Open your profile',
    openAuditLog: 'Open the audit log',
    notAsked: 'If you didn’t request this, ignore this email. Your password stays the same.',
    confirmAddress: 'Confirm this address',
    notAskedToConfirm: 'If you didn’t request this, ignore this email. Nothing changes.',
    notYou: 'If this wasn’t you, change your password, end your other sessions and tell an admin.',
    youAdminister: 'You’re receiving this email because you’re an admin.',
  },
  de: {
    password_link: {
      subject: 'Neues Passwort für Parley wählen',
      text: 'Der Link gilt einmal und eine Stunde lang. Ein neues Passwort meldet Sie überall ab.',
    },
    password_changed: {
      subject: 'Ihr Passwort für Parley wurde geändert',
      text: 'Über einen Link wurde ein neues Passwort gesetzt. Alle Sitzungen und persönlichen API-Schlüssel wurden beendet und die Verbindung mit Single Sign-on wurde getrennt.',
    },
    factor_changed: {
      subject: 'Ihr zweiter Faktor für Parley wurde geändert',
      text: 'Eine Code-App oder ein Passkey wurde hinzugefügt oder entfernt. Ihre anderen Sitzungen wurden beendet.',
    },
    factor_reset: {
      subject: 'Ihr zweiter Faktor für Parley wurde zurückgesetzt',
      text: 'Ein Administrator hat Ihre zweiten Faktoren entfernt. Sie melden sich mit dem Passwort an und können neue einrichten.',
    },
    new_device: {
      subject: 'Neue Anmeldung bei Parley',
      text: 'Mit einem Browser, der dafür noch nie verwendet wurde, hat sich jemand bei Ihrem Konto angemeldet.',
    },
    address_held: {
      subject: 'Die Adresse eines Administrators wurde nicht geändert',
      text: 'Ein Verzeichnis hat für einen Administrator eine andere Anmeldeadresse geschickt. Sie wurde nicht übernommen. Stimmt sie, trägt der Administrator sie unter Einstellungen → Profil ein.',
    },
    admin_ended: {
      subject: 'Eine Person ist kein Administrator mehr',
      text: 'Die Gruppen aus einer Anmeldung oder einem Verzeichnis machen diese Person nicht mehr zum Administrator. Ist das falsch, nehmen Sie sie wieder in die Gruppe auf.',
    },
    email_confirmation: {
      subject: 'Bestätigen Sie Ihre Adresse für Parley',
      text: 'Das unten genannte Parley-Konto soll sich mit dieser Adresse anmelden. Bestätigen Sie sie nur, wenn das Konto Ihres ist. Der Link gilt einmal und einen Tag lang.',
    },
    email_change_asked: {
      subject: 'Eine andere Anmeldeadresse wurde angefordert',
      text: 'Ihr Parley-Konto soll eine andere Anmeldeadresse bekommen. Sie ändert sich, sobald die neue Adresse bestätigt ist; bis dahin melden Sie sich wie bisher an.',
    },
    email_changed: {
      subject: 'Ihre Anmeldeadresse für Parley wurde geändert',
      text: 'Ein Administrator hat für Ihr Konto eine andere Anmeldeadresse gesetzt.',
    },
    route_changed: {
      subject: 'Wohin Parley Nachrichten sendet, wurde geändert',
      text: 'Einstellungen wurden geändert, die bestimmen, wohin Nachrichten gehen: ein Mailserver, ein Absender, ein Webhook oder ein Schlüssel. Wenn Sie das nicht erwartet haben, prüfen Sie sie unter Integrationen.',
    },
    choosePassword: 'Neues Passwort wählen',
    openProfile: 'Profil öffnen',
    openAuditLog: 'Prüfprotokoll öffnen',
    notAsked: 'Wenn Sie das nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    confirmAddress: 'Adresse bestätigen',
    notAskedToConfirm: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.',
    notYou:
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort, beenden Sie Ihre anderen Sitzungen und sagen Sie es einem Administrator.',
    youAdminister: 'Sie erhalten diese E-Mail, weil Sie Administrator sind.',
  },
  fr: {
    password_link: {
      subject: 'Choisir un nouveau mot de passe pour Parley',
      text: 'Le lien fonctionne une seule fois, pendant une heure. Un nouveau mot de passe vous déconnecte partout.',
    },
    password_changed: {
      subject: 'Votre mot de passe Parley a été modifié',
      text: 'Un nouveau mot de passe a été défini par un lien. Toutes les sessions et clés d’API personnelles ont pris fin et l’authentification unique a été dissociée.',
    },
    factor_changed: {
      subject: 'Votre second facteur pour Parley a été modifié',
      text: 'Une application de codes ou une clé d’accès a été ajoutée ou retirée. Vos autres sessions ont pris fin.',
    },
    factor_reset: {
      subject: 'Votre second facteur pour Parley a été réinitialisé',
      text: 'Un administrateur a retiré vos seconds facteurs. Vous vous connectez avec votre mot de passe et pouvez en configurer de nouveaux.',
    },
    new_device: {
      subject: 'Nouvelle connexion à Parley',
      text: 'Quelqu’un s’est connecté à votre compte avec un navigateur jamais utilisé auparavant.',
    },
    address_held: {
      subject: 'L’adresse d’un administrateur n’a pas été modifiée',
      text: 'Un annuaire a envoyé une autre adresse de connexion pour un administrateur. Elle n’a pas été appliquée. Si elle est correcte, l’administrateur la saisit dans Paramètres → Profil.',
    },
    admin_ended: {
      subject: 'Une personne n’est plus administrateur',
      text: 'Les groupes reçus d’une connexion ou d’un annuaire ne font plus de cette personne un administrateur. Si c’est une erreur, ajoutez-la de nouveau au groupe.',
    },
    email_confirmation: {
      subject: 'Confirmez votre adresse pour Parley',
      text: 'Le compte Parley ci-dessous doit se connecter avec cette adresse. Ne la confirmez que si ce compte est le vôtre. Le lien fonctionne une seule fois, pendant un jour.',
    },
    email_change_asked: {
      subject: 'Une autre adresse de connexion a été demandée',
      text: 'Votre compte Parley doit recevoir une autre adresse de connexion. Elle changera une fois la nouvelle adresse confirmée ; d’ici là, connectez-vous comme avant.',
    },
    email_changed: {
      subject: 'Votre adresse de connexion à Parley a été modifiée',
      text: 'Un administrateur a défini une autre adresse de connexion pour votre compte.',
    },
    route_changed: {
      subject: 'La destination des messages de Parley a été modifiée',
      text: 'Des paramètres qui décident où vont les messages ont été modifiés : un serveur de messagerie, un expéditeur, un webhook ou une clé. Si vous ne vous y attendiez pas, vérifiez-les dans Intégrations.',
    },
    choosePassword: 'Choisir un nouveau mot de passe',
    openProfile: 'Ouvrir votre profil',
    openAuditLog: 'Ouvrir le journal d’audit',
    notAsked: 'Si vous n’avez rien demandé, il n’y a rien à faire : votre mot de passe reste inchangé.',
    confirmAddress: 'Confirmer cette adresse',
    notAskedToConfirm: 'Si vous n’avez rien demandé, ignorez cet e-mail : rien ne change.',
    notYou:
      'Si ce n’était pas vous, changez votre mot de passe, mettez fin à vos autres sessions et prévenez un administrateur.',
    youAdminister: 'Vous recevez cet e-mail parce que vous êtes administrateur.',
  },
  es: {
    password_link: {
      subject: 'Elige una nueva contraseña para Parley',
      text: 'El enlace funciona una sola vez, durante una hora. Una nueva contraseña cierra todas tus sesiones.',
    },
    password_changed: {
      subject: 'Tu contraseña de Parley ha cambiado',
      text: 'Se ha establecido una nueva contraseña mediante un enlace. Se han cerrado todas las sesiones y claves de API personales y se ha desconectado el inicio de sesión único.',
    },
    factor_changed: {
      subject: 'Tu segundo factor de Parley ha cambiado',
      text: 'Se ha añadido o quitado una aplicación de códigos o una llave de acceso. Tus otras sesiones se han cerrado.',
    },
    factor_reset: {
      subject: 'Tu segundo factor de Parley se ha restablecido',
      text: 'Un administrador ha quitado tus segundos factores. Inicias sesión con tu contraseña y puedes configurar otros nuevos.',
    },
    new_device: {
      subject: 'Nuevo inicio de sesión en Parley',
      text: 'Alguien ha iniciado sesión en tu cuenta con un navegador que no se había usado antes.',
    },
    address_held: {
      subject: 'No se cambió la dirección de un administrador',
      text: 'Un directorio envió otra dirección de inicio de sesión para un administrador. No se aplicó. Si es correcta, el administrador la introduce en Ajustes → Perfil.',
    },
    admin_ended: {
      subject: 'Una persona ya no es administradora',
      text: 'Los grupos recibidos en un inicio de sesión o de un directorio ya no hacen administradora a esta persona. Si es un error, vuelve a añadirla al grupo.',
    },
    email_confirmation: {
      subject: 'Confirma tu dirección para Parley',
      text: 'La cuenta de Parley indicada abajo va a iniciar sesión con esta dirección. Confírmala solo si la cuenta es tuya. El enlace funciona una sola vez, durante un día.',
    },
    email_change_asked: {
      subject: 'Se ha pedido otra dirección de inicio de sesión',
      text: 'Tu cuenta de Parley va a tener otra dirección de inicio de sesión. Cambiará cuando se confirme la nueva; hasta entonces, inicia sesión como siempre.',
    },
    email_changed: {
      subject: 'Tu dirección de inicio de sesión de Parley ha cambiado',
      text: 'Un administrador ha puesto otra dirección de inicio de sesión para tu cuenta.',
    },
    route_changed: {
      subject: 'Ha cambiado adónde envía Parley los mensajes',
      text: 'Se han cambiado ajustes que deciden adónde van los mensajes: un servidor de correo, un remitente, un webhook o una clave. Si no lo esperabas, revísalos en Integraciones.',
    },
    choosePassword: 'Elegir nueva contraseña',
    openProfile: 'Abrir tu perfil',
    openAuditLog: 'Abrir el registro de auditoría',
    notAsked: 'Si no lo has pedido, no hay nada que hacer: tu contraseña sigue igual.',
    confirmAddress: 'Confirmar esta dirección',
    notAskedToConfirm: 'Si no lo has pedido, ignora este correo: no cambia nada.',
    notYou: 'Si no has sido tú, cambia tu contraseña, cierra tus otras sesiones y avisa a un administrador.',
    youAdminister: 'Recibes este correo porque eres administrador.',
  },
  pt: {
    password_link: {
      subject: 'Escolha uma nova senha para o Parley',
      text: 'O link funciona uma única vez, por uma hora. Uma nova senha encerra todas as suas sessões.',
    },
    password_changed: {
      subject: 'Sua senha do Parley foi alterada',
      text: 'Uma nova senha foi definida por um link. Todas as sessões e chaves de API pessoais foram encerradas e o login único foi desconectado.',
    },
    factor_changed: {
      subject: 'Seu segundo fator do Parley foi alterado',
      text: 'Um aplicativo de códigos ou uma chave de acesso foi adicionado ou removido. Suas outras sessões foram encerradas.',
    },
    factor_reset: {
      subject: 'Seu segundo fator do Parley foi redefinido',
      text: 'Um administrador removeu seus segundos fatores. Você entra com sua senha e pode configurar novos.',
    },
    new_device: {
      subject: 'Novo acesso ao Parley',
      text: 'Alguém entrou na sua conta com um navegador que nunca tinha sido usado para isso.',
    },
    address_held: {
      subject: 'O endereço de um administrador não foi alterado',
      text: 'Um diretório enviou outro endereço de acesso para um administrador. Ele não foi aplicado. Se estiver certo, o administrador o informa em Configurações → Perfil.',
    },
    admin_ended: {
      subject: 'Uma pessoa não é mais administradora',
      text: 'Os grupos recebidos em um acesso ou de um diretório não tornam mais esta pessoa administradora. Se isso estiver errado, adicione-a de novo ao grupo.',
    },
    email_confirmation: {
      subject: 'Confirme seu endereço para o Parley',
      text: 'A conta do Parley abaixo vai entrar com este endereço. Confirme-o somente se a conta for sua. O link funciona uma única vez, por um dia.',
    },
    email_change_asked: {
      subject: 'Outro endereço de login foi pedido',
      text: 'Sua conta do Parley vai ter outro endereço de login. Ele muda quando o novo for confirmado; até lá, entre como antes.',
    },
    email_changed: {
      subject: 'Seu endereço de login do Parley foi alterado',
      text: 'Um administrador definiu outro endereço de login para sua conta.',
    },
    route_changed: {
      subject: 'O destino das mensagens do Parley foi alterado',
      text: 'Foram alteradas configurações que decidem para onde vão as mensagens: um servidor de e-mail, um remetente, um webhook ou uma chave. Se você não esperava isso, confira em Integrações.',
    },
    choosePassword: 'Escolher nova senha',
    openProfile: 'Abrir seu perfil',
    openAuditLog: 'Abrir o registro de auditoria',
    notAsked: 'Se você não pediu isso, não há nada a fazer: sua senha continua a mesma.',
    confirmAddress: 'Confirmar este endereço',
    notAskedToConfirm: 'Se você não pediu isso, ignore este e-mail: nada muda.',
    notYou: 'Se não foi você, altere sua senha, encerre suas outras sessões e avise um administrador.',
    youAdminister: 'Você recebe este e-mail porque é administrador.',
  },
  it: {
    password_link: {
      subject: 'Scegli una nuova password per Parley',
      text: 'Il link funziona una sola volta, per un’ora. Una nuova password chiude tutte le tue sessioni.',
    },
    password_changed: {
      subject: 'La tua password di Parley è stata cambiata',
      text: 'È stata impostata una nuova password tramite un link. Tutte le sessioni e le chiavi API personali sono terminate e il single sign-on è stato scollegato.',
    },
    factor_changed: {
      subject: 'Il tuo secondo fattore di Parley è cambiato',
      text: 'Un’app di codici o una passkey è stata aggiunta o rimossa. Le altre sessioni sono terminate.',
    },
    factor_reset: {
      subject: 'Il tuo secondo fattore di Parley è stato reimpostato',
      text: 'Un amministratore ha rimosso i tuoi secondi fattori. Accedi con la password e puoi configurarne di nuovi.',
    },
    new_device: {
      subject: 'Nuovo accesso a Parley',
      text: 'Qualcuno ha effettuato l’accesso al tuo account con un browser mai usato prima.',
    },
    address_held: {
      subject: 'L’indirizzo di un amministratore non è stato modificato',
      text: 'Una directory ha inviato un altro indirizzo di accesso per un amministratore. Non è stato applicato. Se è corretto, l’amministratore lo inserisce in Impostazioni → Profilo.',
    },
    admin_ended: {
      subject: 'Una persona non è più amministratore',
      text: 'I gruppi ricevuti con un accesso o da una directory non rendono più questa persona amministratore. Se è un errore, aggiungila di nuovo al gruppo.',
    },
    email_confirmation: {
      subject: 'Conferma il tuo indirizzo per Parley',
      text: 'L’account Parley indicato sotto deve accedere con questo indirizzo. Confermalo solo se l’account è tuo. Il link funziona una sola volta, per un giorno.',
    },
    email_change_asked: {
      subject: 'È stato chiesto un altro indirizzo di accesso',
      text: 'Il tuo account Parley avrà un altro indirizzo di accesso. Cambia quando il nuovo viene confermato; fino ad allora accedi come prima.',
    },
    email_changed: {
      subject: 'Il tuo indirizzo di accesso a Parley è stato cambiato',
      text: 'Un amministratore ha impostato un altro indirizzo di accesso per il tuo account.',
    },
    route_changed: {
      subject: 'È cambiato dove Parley invia i messaggi',
      text: 'Sono state cambiate impostazioni che decidono dove vanno i messaggi: un server di posta, un mittente, un webhook o una chiave. Se non te lo aspettavi, controllale in Integrazioni.',
    },
    choosePassword: 'Scegli una nuova password',
    openProfile: 'Apri il tuo profilo',
    openAuditLog: 'Apri il registro di controllo',
    notAsked: 'Se non l’hai chiesto tu, non devi fare nulla: la tua password resta com’è.',
    confirmAddress: 'Conferma questo indirizzo',
    notAskedToConfirm: 'Se non l’hai chiesto tu, ignora questa e-mail: non cambia nulla.',
    notYou: 'Se non sei stato tu, cambia la password, termina le altre sessioni e avvisa un amministratore.',
    youAdminister: 'Ricevi questa e-mail perché sei amministratore.',
  },
  nl: {
    password_link: {
      subject: 'Kies een nieuw wachtwoord voor Parley',
      text: 'De link werkt één keer, een uur lang. Met een nieuw wachtwoord word je overal afgemeld.',
    },
    password_changed: {
      subject: 'Je wachtwoord voor Parley is gewijzigd',
      text: 'Via een link is een nieuw wachtwoord ingesteld. Alle sessies en persoonlijke API-sleutels zijn beëindigd en single sign-on is losgekoppeld.',
    },
    factor_changed: {
      subject: 'Je tweede factor voor Parley is gewijzigd',
      text: 'Een code-app of passkey is toegevoegd of verwijderd. Je andere sessies zijn beëindigd.',
    },
    factor_reset: {
      subject: 'Je tweede factor voor Parley is opnieuw ingesteld',
      text: 'Een beheerder heeft je tweede factoren verwijderd. Je meldt je aan met je wachtwoord en kunt nieuwe instellen.',
    },
    new_device: {
      subject: 'Nieuwe aanmelding bij Parley',
      text: 'Iemand heeft zich bij je account aangemeld met een browser die daar nog niet voor is gebruikt.',
    },
    address_held: {
      subject: 'Het adres van een beheerder is niet gewijzigd',
      text: 'Een directory stuurde een ander aanmeldadres voor een beheerder. Het is niet overgenomen. Klopt het, dan voert de beheerder het in bij Instellingen → Profiel.',
    },
    admin_ended: {
      subject: 'Iemand is geen beheerder meer',
      text: 'De groepen uit een aanmelding of een directory maken deze persoon niet meer tot beheerder. Klopt dat niet, voeg de persoon dan weer aan de groep toe.',
    },
    email_confirmation: {
      subject: 'Bevestig je adres voor Parley',
      text: 'Het Parley-account hieronder gaat zich met dit adres aanmelden. Bevestig het alleen als het account van jou is. De link werkt één keer, een dag lang.',
    },
    email_change_asked: {
      subject: 'Er is een ander aanmeldadres aangevraagd',
      text: 'Je Parley-account krijgt een ander aanmeldadres. Het verandert zodra dat adres is bevestigd; tot dan meld je je aan zoals eerst.',
    },
    email_changed: {
      subject: 'Je aanmeldadres voor Parley is gewijzigd',
      text: 'Een beheerder heeft een ander aanmeldadres voor je account ingesteld.',
    },
    route_changed: {
      subject: 'Waarheen Parley berichten stuurt, is gewijzigd',
      text: 'Er zijn instellingen gewijzigd die bepalen waar berichten heen gaan: een mailserver, een afzender, een webhook of een sleutel. Verwachtte je dit niet, controleer ze dan bij Integraties.',
    },
    choosePassword: 'Nieuw wachtwoord kiezen',
    openProfile: 'Profiel openen',
    openAuditLog: 'Auditlogboek openen',
    notAsked: 'Heb je dit niet aangevraagd, dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    confirmAddress: 'Dit adres bevestigen',
    notAskedToConfirm: 'Heb je dit niet aangevraagd, negeer deze e-mail dan: er verandert niets.',
    notYou: 'Was jij dit niet, wijzig dan je wachtwoord, beëindig je andere sessies en vertel het een beheerder.',
    youAdminister: 'Je krijgt deze e-mail omdat je beheerder bent.',
  },
  pl: {
    password_link: {
      subject: 'Wybierz nowe hasło do Parley',
      text: 'Link działa raz i wygasa po godzinie. Ustawienie nowego hasła wyloguje Cię na wszystkich urządzeniach.',
    },
    password_changed: {
      subject: 'Twoje hasło do Parley zostało zmienione',
      text: 'Za pomocą linku ustawiono nowe hasło. Zakończono wszystkie sesje i osobiste klucze API oraz odłączono logowanie jednokrotne.',
    },
    factor_changed: {
      subject: 'Twój drugi składnik w Parley został zmieniony',
      text: 'Do Twojego konta dodano lub usunięto z niego aplikację uwierzytelniającą albo klucz dostępu. Pozostałe sesje zostały zakończone.',
    },
    factor_reset: {
      subject: 'Twój drugi składnik w Parley został zresetowany',
      text: 'Administrator usunął Twoje drugie składniki. Możesz zalogować się hasłem i skonfigurować nowe.',
    },
    new_device: {
      subject: 'Nowe logowanie do Parley',
      text: 'Ktoś zalogował się na Twoje konto w przeglądarce, która nie była do tego wcześniej używana.',
    },
    address_held: {
      subject: 'Adres administratora nie został zmieniony',
      text: 'Katalog przysłał inny adres logowania dla administratora. Nie został zastosowany. Jeśli jest poprawny, administrator wpisuje go w Ustawienia → Profil.',
    },
    admin_ended: {
      subject: 'Ktoś nie jest już administratorem',
      text: 'Grupy przekazane przy logowaniu lub przez katalog nie dają już tej osobie roli administratora. Jeśli to pomyłka, dodaj ją ponownie do grupy.',
    },
    email_confirmation: {
      subject: 'Potwierdź swój adres w Parley',
      text: 'Poniższe konto Parley ma logować się tym adresem. Potwierdź go tylko, jeśli konto należy do Ciebie. Link działa raz i wygasa po jednym dniu.',
    },
    email_change_asked: {
      subject: 'Poproszono o inny adres logowania',
      text: 'Twoje konto Parley ma mieć inny adres logowania. Zmieni się po potwierdzeniu nowego adresu; do tego czasu loguj się jak dotąd.',
    },
    email_changed: {
      subject: 'Twój adres logowania do Parley został zmieniony',
      text: 'Administrator ustawił inny adres logowania dla Twojego konta.',
    },
    route_changed: {
      subject: 'Zmieniono miejsca, do których Parley wysyła wiadomości',
      text: 'Zmieniono ustawienia, które decydują, dokąd trafiają wiadomości: serwer poczty, nadawcę, webhook lub klucz. Jeśli to nieoczekiwane, sprawdź je w Integracjach.',
    },
    choosePassword: 'Wybierz nowe hasło',
    openProfile: 'Otwórz profil',
    openAuditLog: 'Otwórz dziennik audytu',
    notAsked: 'Jeśli to nie Twoja prośba, nic nie musisz robić: hasło pozostaje bez zmian.',
    confirmAddress: 'Potwierdź ten adres',
    notAskedToConfirm: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość: nic się nie zmieni.',
    notYou: 'Jeśli to nie Ty, zmień hasło, zakończ pozostałe sesje i powiadom administratora.',
    youAdminister: 'Otrzymujesz tę wiadomość, ponieważ jesteś administratorem.',
  },
  tr: {
    password_link: {
      subject: 'Parley için yeni bir parola seçin',
      text: 'Bağlantı bir kez çalışır ve bir saat içinde geçerliliğini yitirir. Yeni parola her yerdeki oturumunuzu kapatır.',
    },
    password_changed: {
      subject: 'Parley parolanız değiştirildi',
      text: 'Bir bağlantıyla yeni parola belirlendi. Tüm oturumlar ve kişisel API anahtarları sonlandırıldı, tek oturum açma bağlantısı kaldırıldı.',
    },
    factor_changed: {
      subject: 'Parley iki aşamalı doğrulamanız değiştirildi',
      text: 'Hesabınıza bir kimlik doğrulama uygulaması veya geçiş anahtarı eklendi ya da kaldırıldı. Diğer oturumlarınız sonlandırıldı.',
    },
    factor_reset: {
      subject: 'Parley iki aşamalı doğrulamanız sıfırlandı',
      text: 'Bir yönetici iki aşamalı doğrulamanızı kaldırdı. Parolanızla oturum açıp yeniden kurabilirsiniz.',
    },
    new_device: {
      subject: 'Parley’de yeni oturum',
      text: 'Daha önce hesabınız için kullanılmamış bir tarayıcıyla oturum açıldı.',
    },
    address_held: {
      subject: 'Bir yöneticinin adresi değiştirilmedi',
      text: 'Bir dizin, bir yönetici için başka bir oturum açma adresi gönderdi. Uygulanmadı. Doğruysa yönetici onu Ayarlar → Profil bölümünde girer.',
    },
    admin_ended: {
      subject: 'Bir kişi artık yönetici değil',
      text: 'Bir oturum açmayla veya dizinden gelen gruplar bu kişiyi artık yönetici yapmıyor. Bu yanlışsa kişiyi gruba yeniden ekleyin.',
    },
    email_confirmation: {
      subject: 'Parley için adresinizi onaylayın',
      text: 'Aşağıdaki Parley hesabı bu adresle oturum açacak. Yalnızca hesap sizinse onaylayın. Bağlantı bir kez çalışır ve bir gün içinde geçerliliğini yitirir.',
    },
    email_change_asked: {
      subject: 'Başka bir oturum açma adresi istendi',
      text: 'Parley hesabınızın oturum açma adresi değişecek. Yeni adres onaylanınca değişir; o zamana kadar önceki gibi oturum açın.',
    },
    email_changed: {
      subject: 'Parley oturum açma adresiniz değiştirildi',
      text: 'Bir yönetici hesabınız için başka bir oturum açma adresi belirledi.',
    },
    route_changed: {
      subject: 'Parley’nin mesajları nereye gönderdiği değiştirildi',
      text: 'Mesajların nereye gideceğini belirleyen ayarlar değiştirildi: bir posta sunucusu, gönderen, webhook veya anahtar. Bunu beklemiyorsanız Entegrasyonlar bölümünde kontrol edin.',
    },
    choosePassword: 'Yeni parola seç',
    openProfile: 'Profilinizi açın',
    openAuditLog: 'Denetim günlüğünü açın',
    notAsked: 'Bunu siz istemediyseniz yapmanız gereken bir şey yok: parolanız olduğu gibi kalır.',
    confirmAddress: 'Bu adresi onayla',
    notAskedToConfirm: 'Bunu siz istemediyseniz bu e-postayı yok sayın: hiçbir şey değişmez.',
    notYou: 'Bu siz değilseniz parolanızı değiştirin, diğer oturumlarınızı sonlandırın ve bir yöneticiye bildirin.',
    youAdminister: 'Bu e-postayı yönetici olduğunuz için alıyorsunuz.',
  },
  ja: {
    password_link: {
      subject: 'Parleyの新しいパスワードを設定してください',
      text: 'リンクは1回だけ使え、1時間で無効になります。新しいパスワードを設定すると、すべての場所でログアウトします。',
    },
    password_changed: {
      subject: 'Parleyのパスワードが変更されました',
      text: 'リンクから新しいパスワードが設定されました。すべてのセッションと個人のAPIキーが無効になり、シングルサインオンの連携も解除されました。',
    },
    factor_changed: {
      subject: 'Parleyの2要素認証が変更されました',
      text: 'アカウントに認証アプリまたはパスキーが追加されたか、削除されました。ほかのセッションは終了しました。',
    },
    factor_reset: {
      subject: 'Parleyの2要素認証がリセットされました',
      text: '管理者が2要素認証を削除しました。パスワードでログインし、改めて設定できます。',
    },
    new_device: {
      subject: 'Parleyへの新しいログイン',
      text: 'これまで使われたことのないブラウザーから、あなたのアカウントにログインがありました。',
    },
    address_held: {
      subject: '管理者のアドレスは変更されませんでした',
      text: 'ディレクトリから管理者の別のログインアドレスが送られましたが、適用していません。正しい場合は、本人が「設定 → プロフィール」で入力してください。',
    },
    admin_ended: {
      subject: '管理者ではなくなった人がいます',
      text: 'ログイン時またはディレクトリから届いたグループでは、この人は管理者ではなくなりました。誤りの場合は、もう一度グループに追加してください。',
    },
    email_confirmation: {
      subject: 'Parleyのアドレスを確認してください',
      text: '下記のParleyアカウントが、このアドレスでログインするようになります。ご自身のアカウントの場合だけ確認してください。リンクは1回だけ使え、1日で無効になります。',
    },
    email_change_asked: {
      subject: '別のログインアドレスが申請されました',
      text: 'Parleyアカウントのログインアドレスが変更されます。新しいアドレスが確認されると切り替わり、それまでは今までどおりログインできます。',
    },
    email_changed: {
      subject: 'Parleyのログインアドレスが変更されました',
      text: '管理者があなたのアカウントに別のログインアドレスを設定しました。',
    },
    route_changed: {
      subject: 'Parleyのメッセージの送信先が変更されました',
      text: 'メッセージの送信先を決める設定（メールサーバー、送信者、Webhook、キー）が変更されました。心当たりがない場合は、「連携」で確認してください。',
    },
    choosePassword: '新しいパスワードを設定',
    openProfile: 'プロフィールを開く',
    openAuditLog: '監査ログを開く',
    notAsked: '心当たりがない場合は何もする必要はありません。パスワードはそのままです。',
    confirmAddress: 'このアドレスを確認',
    notAskedToConfirm: '心当たりがない場合は、このメールを無視してください。何も変わりません。',
    notYou: '心当たりがない場合は、パスワードを変更し、ほかのセッションを終了して、管理者に連絡してください。',
    youAdminister: 'このメールは管理者にお送りしています。',
  },
  zh: {
    password_link: {
      subject: '为 Parley 设置新密码',
      text: '该链接仅能使用一次，一小时后失效。设置新密码后，您将在所有设备上退出登录。',
    },
    password_changed: {
      subject: '您的 Parley 密码已更改',
      text: '已通过链接设置新密码。所有会话和个人 API 密钥均已结束，单点登录已断开。',
    },
    factor_changed: {
      subject: '您的 Parley 双重验证已更改',
      text: '您的账号添加或移除了身份验证器应用或通行密钥。您的其他会话已结束。',
    },
    factor_reset: {
      subject: '您的 Parley 双重验证已重置',
      text: '管理员移除了您的双重验证。您可以用密码登录并重新设置。',
    },
    new_device: {
      subject: 'Parley 有新的登录',
      text: '有人使用从未用过的浏览器登录了您的账号。',
    },
    address_held: {
      subject: '管理员的地址未更改',
      text: '目录为一位管理员发送了另一个登录地址，该地址未生效。如果正确，请由该管理员在“设置 → 个人资料”中填写。',
    },
    admin_ended: {
      subject: '有人不再是管理员',
      text: '登录时或目录提供的群组不再使此人成为管理员。如果有误，请将其重新加入群组。',
    },
    email_confirmation: {
      subject: '请确认您的 Parley 地址',
      text: '下列 Parley 账号将使用此地址登录。请仅在该账号属于您时确认。链接仅能使用一次，一天后失效。',
    },
    email_change_asked: {
      subject: '有人请求更换登录地址',
      text: '您的 Parley 账号将更换登录地址。新地址确认后才会更换；在此之前请照常登录。',
    },
    email_changed: {
      subject: '您的 Parley 登录地址已更改',
      text: '管理员为您的账号设置了另一个登录地址。',
    },
    route_changed: {
      subject: 'Parley 的消息发送去向已更改',
      text: '决定消息发送去向的设置已更改：邮件服务器、发件人、Webhook 或密钥。如果这不在您的预期之中，请在“集成”中检查。',
    },
    choosePassword: '设置新密码',
    openProfile: '打开个人资料',
    openAuditLog: '打开审计日志',
    notAsked: '如果不是您本人请求，无需任何操作：您的密码保持不变。',
    confirmAddress: '确认此地址',
    notAskedToConfirm: '如果不是您本人请求，请忽略此邮件：不会有任何更改。',
    notYou: '如果不是您本人，请更改密码、结束其他会话并告知管理员。',
    youAdminister: '您收到此邮件是因为您是管理员。',
  },
  ar: {
    password_link: {
      subject: 'اختيار كلمة مرور جديدة لـ Parley',
      text: 'يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ساعة. تعيين كلمة مرور جديدة يسجّل خروجك من كل مكان.',
    },
    password_changed: {
      subject: 'تم تغيير كلمة مرورك في Parley',
      text: 'تم تعيين كلمة مرور جديدة عبر رابط. انتهت جميع الجلسات ومفاتيح API الشخصية، وفُصل تسجيل الدخول الموحّد.',
    },
    factor_changed: {
      subject: 'تم تغيير العامل الثاني لحسابك في Parley',
      text: 'أُضيف تطبيق مصادقة أو مفتاح مرور إلى حسابك أو أُزيل منه. انتهت جلساتك الأخرى.',
    },
    factor_reset: {
      subject: 'تمت إعادة تعيين العامل الثاني لحسابك في Parley',
      text: 'أزال أحد المسؤولين العوامل الثانية لحسابك. سجّل الدخول بكلمة المرور ويمكنك إعداد عوامل جديدة.',
    },
    new_device: {
      subject: 'تسجيل دخول جديد إلى Parley',
      text: 'تم تسجيل الدخول إلى حسابك من متصفح لم يُستخدم لذلك من قبل.',
    },
    address_held: {
      subject: 'لم يتغيّر عنوان أحد المسؤولين',
      text: 'أرسل دليلٌ عنوان تسجيل دخول آخر لأحد المسؤولين، ولم يُطبَّق. إن كان صحيحًا فليُدخله المسؤول في الإعدادات ← الملف الشخصي.',
    },
    admin_ended: {
      subject: 'لم يعد أحد الأشخاص مسؤولًا',
      text: 'المجموعات الواردة مع تسجيل دخول أو من دليل لم تعد تجعل هذا الشخص مسؤولًا. إن كان ذلك خطأ فأضفه إلى المجموعة من جديد.',
    },
    email_confirmation: {
      subject: 'أكّد عنوانك في Parley',
      text: 'حساب Parley المذكور أدناه سيسجّل الدخول بهذا العنوان. أكّده فقط إن كان الحساب حسابك. يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد يوم.',
    },
    email_change_asked: {
      subject: 'طُلب عنوان آخر لتسجيل الدخول',
      text: 'سيصبح لحسابك في Parley عنوان آخر لتسجيل الدخول. يتغيّر بعد تأكيد العنوان الجديد، وحتى ذلك الحين تسجّل الدخول كما كنت.',
    },
    email_changed: {
      subject: 'تغيّر عنوان تسجيل دخولك إلى Parley',
      text: 'حدّد أحد المسؤولين عنوانًا آخر لتسجيل الدخول إلى حسابك.',
    },
    route_changed: {
      subject: 'تغيّرت وجهة رسائل Parley',
      text: 'تغيّرت إعدادات تحدد وجهة الرسائل: خادم بريد أو مُرسِل أو Webhook أو مفتاح. إن لم تكن تتوقع ذلك فراجعها في التكاملات.',
    },
    choosePassword: 'اختيار كلمة مرور جديدة',
    openProfile: 'فتح الملف الشخصي',
    openAuditLog: 'فتح سجل التدقيق',
    notAsked: 'إذا لم تطلب ذلك، فلا حاجة إلى أي إجراء: تبقى كلمة مرورك كما هي.',
    confirmAddress: 'تأكيد هذا العنوان',
    notAskedToConfirm: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة: لن يتغيّر شيء.',
    notYou: 'إذا لم تكن أنت، فغيّر كلمة المرور وأنهِ جلساتك الأخرى وأخبر أحد المسؤولين.',
    youAdminister: 'تصلك هذه الرسالة لأنك مسؤول.',
  },
};
